import "server-only";
import { originalPath, type Picture, picturePath } from "./picture";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

export type PublicAddresses = { imageUrl: string; hostUrl: string };

/**
 * Absolute addresses of a picture for other programs, from the configured public address alone:
 * a request's `Host` is the caller's to choose.
 *
 * Browsers resolve every name under `.localhost` to this machine (RFC 6761 §6.3). A picture credited
 * to such a site, as all of the demo collection are, has its page there if this server is local too.
 */
export function publicAddressesOf(picture: Picture, publicUrl: string): PublicAddresses {
  const server = new URL(publicUrl);
  const page = picturePath(picture.id);
  let hostUrl = picture.hostUrl;
  if (hostUrl === null && picture.host?.endsWith(".localhost") && LOOPBACK.test(server.hostname)) {
    const port = server.port === "" ? "" : `:${server.port}`;
    hostUrl = `${server.protocol}//${picture.host}${port}${page}`;
  }
  return {
    imageUrl: `${publicUrl}${originalPath(picture.id)}`,
    hostUrl: hostUrl ?? `${publicUrl}${page}`,
  };
}
