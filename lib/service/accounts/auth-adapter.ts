import "server-only";

import type { CleanedWhere } from "better-auth/adapters";
import type {
  AuthRecord,
  AuthRecordKind,
  AuthRecordMatch,
  AuthRecords,
} from "@/lib/state/auth-records";
import { sessionKey } from "./session-cookie";

type Fields = Record<string, unknown>;

/** The library's models in use, and the kinds of our records for them. */
const KINDS: Record<string, AuthRecordKind> = {
  user: "person",
  account: "password",
  session: "session",
};

/**
 * Creates better-auth's database adapter over our stores. A session's record stores only the digest
 * of its token; the library gets back the token that it queried by, and otherwise an empty one.
 *
 * Throws for models and conditions that the library functions in use never send.
 */
export async function createAuthAdapter(records: AuthRecords) {
  const [{ createAdapterFactory }, { APIError }] = await Promise.all([
    import("better-auth/adapters"),
    import("better-auth/api"),
  ]);

  /** Returns the matching records, with the fields that the library wrote. */
  async function read(model: string, where: readonly CleanedWhere[] | undefined) {
    const found = await records.find(matchOf(model, where));
    const token = where?.find(({ field }) => field === "token")?.value;
    return found
      .map((record) => ({ record, fields: JSON.parse(record.body) as Fields }))
      .map(({ record, fields }) => ({
        record,
        fields: model === "session" ? { ...fields, token: token ?? "" } : fields,
      }))
      .filter(({ fields }) => (where ?? []).every((condition) => isMet(condition, fields)));
  }

  async function write(model: string, where: readonly CleanedWhere[], update: Fields) {
    const changed: Fields[] = [];
    for (const { fields } of await read(model, where)) {
      const next = { ...fields, ...update };
      if (await records.replace(recordOf(model, next))) changed.push(next);
    }
    return changed;
  }

  async function remove(model: string, where: readonly CleanedWhere[]): Promise<number> {
    let count = 0;
    for (const { record } of await read(model, where)) {
      count += await records.remove({ kind: record.kind, id: record.id });
    }
    return count;
  }

  return createAdapterFactory({
    config: {
      adapterId: "vitrine",
      // Values are stored as JSON.
      supportsDates: false,
      supportsBooleans: true,
      supportsJSON: true,
    },
    adapter: () => ({
      async create({ model, data }) {
        if (await records.add(recordOf(model, data))) return data;
        // The library has checked that the e-mail is free, so a concurrent request took it.
        throw new APIError("UNPROCESSABLE_ENTITY", { code: "USER_ALREADY_EXISTS" });
      },
      findOne: async ({ model, where }) => ((await read(model, where))[0]?.fields ?? null) as never,
      async findMany({ model, where, limit, offset = 0 }) {
        const found = await read(model, where);
        return found.slice(offset, offset + limit).map(({ fields }) => fields) as never;
      },
      count: async ({ model, where }) => (await read(model, where)).length,
      update: async ({ model, where, update }) =>
        ((await write(model, where, update as Fields))[0] ?? null) as never,
      updateMany: async ({ model, where, update }) => (await write(model, where, update)).length,
      async delete({ model, where }) {
        await remove(model, where);
      },
      deleteMany: ({ model, where }) => remove(model, where),
    }),
  });
}

function kindOf(model: string): AuthRecordKind {
  const kind = KINDS[model];
  if (kind === undefined) throw new Error(`no records of ${model} are kept`);
  return kind;
}

/** Returns the record for the fields that the library wrote. */
export function recordOf(model: string, { token, ...fields }: Fields): AuthRecord {
  const kind = kindOf(model);
  const id = String(fields.id);
  const endsAtMs = typeof fields.expiresAt === "string" ? Date.parse(fields.expiresAt) : null;
  const record = { kind, id, endsAtMs, body: JSON.stringify(fields) };
  if (kind === "person") return { ...record, key: String(fields.email), owner: id };
  const owner = String(fields.userId);
  return kind === "session"
    ? { ...record, key: sessionKey(String(token)), owner }
    : { ...record, key: `${fields.providerId}:${fields.accountId}`, owner };
}

/** The fields that records can be found by, and the column of each. */
const INDEXED: Record<string, "id" | "key" | "owner"> = {
  id: "id",
  email: "key",
  token: "key",
  userId: "owner",
};

function matchOf(model: string, where: readonly CleanedWhere[] = []): AuthRecordMatch {
  const kind = kindOf(model);
  for (const { field, operator, value } of where) {
    const column = INDEXED[field];
    if (column === undefined || operator !== "eq" || typeof value !== "string") continue;
    const sought = field === "token" ? sessionKey(value) : value;
    return { kind, [column]: sought } as AuthRecordMatch;
  }
  throw new Error(`records of ${model} are not found by ${where.map(({ field }) => field)}`);
}

function isMet({ field, operator, value, connector }: CleanedWhere, fields: Fields): boolean {
  if (connector !== "AND") throw new Error(`${connector} is not supported`);
  const own = fields[field];
  if (operator === "eq") return own === value;
  // All dates are ISO texts of one form, which sort chronologically.
  if (operator === "gt") return String(own) > String(toText(value));
  if (operator === "lt") return String(own) < String(toText(value));
  throw new Error(`${operator} is not supported`);
}

function toText(value: CleanedWhere["value"]): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
