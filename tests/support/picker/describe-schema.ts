/** What `/picker/schema.json` uses of JSON Schema. */
export type Schema = {
  $ref?: string;
  const?: string;
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  description?: string;
};

/** Returns TypeScript's declarations of named schemas, with their descriptions as comments. */
export function typeDeclarations(schemas: Record<string, Schema>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, "")};\n`)
    .join("\n");
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, items, properties } = schema;
  if ($ref !== undefined) return $ref.replace(/.*\//, "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.map((each) => typeOf(each, indent)).join(" | ");
  if (items !== undefined) return `Array<${typeOf(items, indent)}>`;
  if (properties === undefined) {
    const types = [schema.type ?? "unknown"].flat();
    return types.map((type) => (type === "integer" ? "number" : type)).join(" | ");
  }
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const description = descriptionOf(property);
    const mark = schema.required?.includes(name) ? "" : "?";
    return [
      ...(description === undefined ? [] : [`/** ${description} */`]),
      `${/\W/.test(name) ? JSON.stringify(name) : name}${mark}: ${typeOf(property, `${indent}  `)};`,
    ];
  });
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}}`;
}

/** Zod describes a nullable value inside its first choice. */
function descriptionOf({ description, anyOf }: Schema): string | undefined {
  return description ?? anyOf?.[0]?.description;
}

/**
 * Returns the rows of a Markdown table: each property, its values, and its description; for an object
 * without a description, its own properties. Marks required properties if others are optional.
 */
export function propertyRows({ properties = {}, required = [] }: Schema, within = ""): string[] {
  const names = Object.keys(properties);
  const hasOptional = names.some((name) => !required.includes(name));
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${within}${name}`;
    const { properties: inner, description } = property;
    if (inner !== undefined && description === undefined) return propertyRows(property, `${path}.`);
    const mark = hasOptional && required.includes(name) ? " (required)" : "";
    return [`| \`${path}\`${mark} | ${valuesOf(property)} | ${descriptionOf(property)} |`];
  });
}

function valuesOf(schema: Schema): string {
  const { anyOf, minimum = 0, maximum = 0, maxLength, type = "object" } = schema;
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if (choices !== undefined) return choices.map((each) => `\`"${each}"\``).join(", ");
  if (anyOf !== undefined) return [...new Set(anyOf.map(valuesOf))].join(" or ");
  if (Array.isArray(type)) return type.map((each) => valuesOf({ type: each })).join(" or ");
  if (type === "array") return "list";
  if (type === "string")
    return maxLength === undefined ? "text" : `text, 1 to ${maxLength} characters`;
  if (type === "integer") return minimum === 1 ? `${minimum} to ${maximum}` : "whole number";
  return type;
}
