import "server-only";
import { z } from "zod";
import {
  cropSchema,
  grantMessageSchema,
  openMessageSchema,
  PICKER_VERSION,
  pickedSchema,
  pickerCallSchema,
  pickerMessageSchema,
  slotSchema,
} from "@/lib/contract/picker";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { type Endpoint, FILE } from "@/lib/web/route";

const NAMED_SCHEMAS = {
  OpenMessage: openMessageSchema,
  GrantMessage: grantMessageSchema,
  PickerMessage: pickerMessageSchema,
  Call: pickerCallSchema,
  Slot: slotSchema,
  Picked: pickedSchema,
  Crop: cropSchema,
};

/** GET /picker/schema.json: the messages of the picker as JSON Schema; any page may read it. */
export function pickerSchemaEndpoint(): Endpoint {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  return {
    ...FILE,
    path: "/picker/schema.json",
    handler: async () => {
      bytes ??= BytesResponse.of(pickerSchema()).content;
      return new BytesResponse(bytes, {
        headers: {
          "access-control-allow-origin": "*",
          "cache-control": "public, max-age=300",
          "content-type": "application/schema+json",
        },
      });
    },
  };
}

/** Creates the document from the schemas by which the picker and picker.js read messages. */
export function pickerSchema() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/$defs/${id}`,
    // As for inputs: answers may get further fields.
    io: "input",
    override({ jsonSchema }) {
      // Without the bounds of JavaScript's integers.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const definitions = Object.entries(schemas).map(([name, schema]) => {
    const { $id: _id, $schema: _schema, ...definition } = schema;
    return [name, definition] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:vitrine:picker:${PICKER_VERSION}`,
    title: `Vitrine picker, version ${PICKER_VERSION}`,
    description:
      "A message of the other program (OpenMessage, GrantMessage) or of the picker (PickerMessage).",
    oneOf: ["OpenMessage", "GrantMessage", "PickerMessage"].map((id) => ({
      $ref: `#/$defs/${id}`,
    })),
    $defs: Object.fromEntries(definitions),
  };
}
