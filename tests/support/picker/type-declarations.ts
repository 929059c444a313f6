/** What zod writes of a JSON Schema for the picker's messages. */
type Schema = {
  $ref?: string;
  const?: string;
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
  description?: string;
};

/** Returns TypeScript's declarations of named schemas, with their descriptions as comments. */
export function typeDeclarations(schemas: Record<string, object>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, "")};\n`)
    .join("\n");
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, items, properties, propertyNames, additionalProperties } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map((each) => typeOf(each, indent)).join(" | ");
  if (items !== undefined) return `Array<${typeOf(items, indent)}>`;
  if (propertyNames !== undefined) {
    return `Record<${typeOf(propertyNames, indent)}, ${typeOf(additionalProperties || {}, indent)}>`;
  }
  if (properties === undefined) {
    return schema.type === "integer" ? "number" : (schema.type ?? "unknown");
  }
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const { description = property.anyOf?.[0]?.description } = property;
    const mark = schema.required?.includes(name) ? "" : "?";
    return [
      ...(description === undefined ? [] : [`/** ${description} */`]),
      `${name}${mark}: ${typeOf(property, `${indent}  `)};`,
    ];
  });
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}}`;
}
