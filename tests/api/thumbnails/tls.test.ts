import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/files/temporary-folder";
import { photographPath } from "@/tests/support/pictures/photographs";
import { bundleProgram } from "@/tests/support/programs/bundle-program";

test("only a currently valid certificate for this name, by a known authority, is accepted", async ({
  skip,
}) => {
  skip(spawnSync("openssl", ["version"]).status !== 0, "skipped: no openssl to make certificates");
  const folder = temporaryFolder();
  makeCertificates(folder);
  const program = await bundleProgram("tls", "lab");
  const output = execFileSync(
    process.execPath,
    [program, folder, resolve(photographPath("march-pastoral"))],
    {
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: join(folder, "authority.pem"),
        // A workaround for another program must not weaken this one.
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  expect(JSON.parse(output)).toEqual({
    "good.example good /": "delivered",
    "other.example good /": "unavailable",
    "good.example expired /": "unavailable",
    "good.example self-signed /": "unavailable",
    "good.example good /to-http": "refused",
    "search at good.example good": "key sent",
    "search at other.example good": "service_unreachable",
    "search at good.example expired": "service_unreachable",
    "search at good.example self-signed": "service_unreachable",
  });
});

function makeCertificates(folder: string): void {
  const openssl = (text: string) =>
    execFileSync("openssl", text.split(" "), { cwd: folder, stdio: "ignore" });
  const key = "-newkey rsa:2048 -nodes";
  openssl(`req -x509 ${key} -keyout authority.key -out authority.pem -days 2 -subj /CN=authority`);
  openssl(
    `req -x509 ${key} -keyout self-signed.key -out self-signed.pem -days 2 -subj /CN=good.example -addext subjectAltName=DNS:good.example`,
  );
  writeFileSync(join(folder, "names"), "subjectAltName=DNS:good.example");
  for (const [name, days] of [
    ["good", 2],
    ["expired", -1],
  ] as const) {
    openssl(`req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=good.example`);
    openssl(
      `x509 -req -in ${name}.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days ${days} -extfile names -out ${name}.pem`,
    );
  }
}
