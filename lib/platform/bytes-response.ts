import "server-only";
import { delegate } from "./delegate";

type Bytes = Uint8Array<ArrayBuffer>;

/** The codings in which a compressed body may be stored. */
export type ContentCoding = "br" | "gzip";

type BytesResponseOptions = {
  status?: number;
  /** Lower-case names with values: an object, or, on hot paths, each name followed by its value. */
  headers?: Readonly<Record<string, string>> | readonly string[];
  /** The same bytes compressed; the front door adds each coding that it computes. */
  compressed?: Partial<Record<ContentCoding, Bytes>>;
};

/** Not a real `Response`: creating one costs a tenth of a bare server's whole answer. */
const Light = class {} as unknown as typeof Response;

/**
 * A response whose body is in memory. The front door sends `content` and `fields` without the streams
 * and the `Headers` of a `Response`, which cost about as much CPU as a bare server's whole answer.
 * Elsewhere (Next, tests) it acts as a usual `Response`: missing members come from `real()`.
 */
export class BytesResponse extends Light {
  /** The body. */
  readonly content: Bytes;
  readonly compressed: Partial<Record<ContentCoding, Bytes>>;
  readonly #status: number;
  /**
   * Lower-case names, each followed by its value, as Node sends them: cheaper than an object whose
   * properties vary. Not used once `headers` exists.
   */
  readonly #fields: string[];
  #headers: Headers | null = null;
  #real: Response | null = null;

  constructor(body: Uint8Array | string, options: BytesResponseOptions = {}) {
    super();
    this.content = typeof body === "string" ? (Buffer.from(body) as Bytes) : (body as Bytes);
    this.compressed = options.compressed ?? {};
    this.#status = options.status ?? 200;
    const { headers = [] } = options;
    this.#fields = isList(headers) ? headers.slice() : Object.entries(headers).flat();
    this.#fields.push("content-length", String(this.content.byteLength));
  }

  /** A JSON text of a value, as `Response.json` writes it. */
  static of(
    value: unknown,
    { status, headers }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ): BytesResponse {
    return new BytesResponse(JSON.stringify(value), {
      ...(status !== undefined && { status }),
      headers: { "content-type": "application/json", ...headers },
    });
  }

  /** The headers as the front door sends them: each name, followed by its value. */
  fields(): string[] {
    return this.#headers === null ? this.#fields : [...this.#headers].flat();
  }

  /** Reads a header without creating `headers`. */
  field(name: string): string | null {
    if (this.#headers !== null) return this.#headers.get(name);
    return this.#fields[this.#indexOf(name) + 1] ?? null;
  }

  /** Sets a header without creating `headers`. */
  setField(name: string, value: string): void {
    if (this.#headers !== null) this.#headers.set(name, value);
    else {
      const index = this.#indexOf(name);
      this.#fields[index] = name;
      this.#fields[index + 1] = value;
    }
  }

  /** The index of a name in `#fields`; the length if it is not there. */
  #indexOf(name: string): number {
    const fields = this.#fields;
    for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return i;
    return fields.length;
  }

  override get status(): number {
    return this.#status;
  }

  override get ok(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  override get headers(): Headers {
    if (this.#headers === null) {
      this.#headers = new Headers();
      for (let i = 0; i < this.#fields.length; i += 2) {
        this.#headers.set(this.#fields[i] ?? "", this.#fields[i + 1] ?? "");
      }
    }
    return this.#headers;
  }

  real(): Response {
    this.#real ??= new Response(this.content, { status: this.status, headers: this.headers });
    return this.#real;
  }
}

function isList(headers: NonNullable<BytesResponseOptions["headers"]>): headers is string[] {
  return Array.isArray(headers);
}

delegate(Light.prototype as BytesResponse, Response.prototype);
