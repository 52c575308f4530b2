/** What callers depend on: by route or component and direction, each field with its types; `?` before one that may be missing. */
export type ApiFacts = Readonly<Record<string, Fields>>;
type Fields = Readonly<Record<string, string>>;

type Schema = Readonly<{
  $ref?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}>;
type Content = Readonly<{ content: Readonly<Record<string, { schema: Schema }>> }>;
type Operation = Readonly<{
  parameters?: readonly Readonly<{ name: string; required: boolean; schema: Schema }>[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}>;
export type ApiDocument = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}>;

const membersOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.flatMap(membersOf) ?? [schema];

function typesOf(schema: Schema): readonly string[] {
  if (schema.$ref !== undefined) return [nameOf(schema.$ref)];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  return schema.enum?.map((value) => JSON.stringify(value)) ?? [schema.type ?? 'any'].flat();
}

/** Definitions without a name of their own are numbered, and the numbers move. */
const nameOf = (reference: string): string => reference.split('/').at(-1)?.replace(/^__.*/, 'any') ?? '';

/** Reduces a document to what callers depend on. */
export function listFacts({ paths, components }: ApiDocument): ApiFacts {
  const facts: Record<string, Record<string, string>> = {};
  const describe = (subject: string, path: string, schema: Schema, isOptional: boolean): void => {
    const members = membersOf(schema);
    const types = [...new Set(members.flatMap(typesOf))].toSorted();
    (facts[subject] ??= {})[path] = `${isOptional ? '?' : ''}${types.join(' | ')}`;
    for (const { $ref, items, additionalProperties } of members) {
      if ($ref !== undefined) describeComponent(nameOf($ref), subject.endsWith('request') ? 'request' : 'answer');
      if (items) describe(subject, `${path}[]`, items, false);
      if (typeof additionalProperties === 'object') describe(subject, `${path}{}`, additionalProperties, false);
    }
    const objects = members.filter(({ properties }) => properties);
    for (const field of new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))) {
      const found = objects.flatMap(({ properties }) => properties?.[field] ?? []);
      const isAlwaysThere = objects.every(({ required }) => required?.includes(field));
      describe(subject, path === '' ? field : `${path}.${field}`, { anyOf: found }, !isAlwaysThere);
    }
  };
  const describeComponent = (name: string, direction: string): void => {
    const [subject, schema] = [`${name} ${direction}`, components.schemas[name]];
    if (schema && !(subject in facts)) describe(subject, '', schema, false);
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      facts[route] = {};
      for (const { name, required, schema } of parameters) describe(`${route} request`, name, schema, !required);
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        describe(`${route} request`, 'body', schema, false);
      for (const { schema } of Object.values(responses['200']?.content ?? {}))
        describe(`${route} answer`, '', schema, false);
    }
  return facts;
}

export type ApiChanges = Readonly<{ breaking: readonly string[]; other: readonly string[] }>;

/** Breaking: removed, newly required, no longer accepted, no longer answered. */
export function compareFacts(before: ApiFacts, after: ApiFacts): ApiChanges {
  const breaking: string[] = [];
  const other: string[] = [];
  for (const subject of [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()) {
    const [was, is] = [before[subject], after[subject]];
    const isRoute = !/ (request|answer)$/.test(subject);
    const [name = '', direction = ''] = subject.split(/ (?=request$|answer$)/);
    if (was === undefined || is === undefined) {
      if (isRoute) (is ? other : breaking).push(`\`${name}\`: ${is ? 'added' : 'removed'}`);
      // Of a new or removed route or component nothing more needs to be said, except that a route takes something now.
      else if (before[name] && was === undefined)
        for (const [field, types] of Object.entries(is ?? {}))
          (types.startsWith('?') ? other : breaking).push(`\`${name}\`, ${direction}: \`${field}\` added`);
      continue;
    }
    for (const field of [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted()) {
      const change = compareField(was[field], is[field], direction);
      const isInside = isMissingAround(was, is, field) || isMissingAround(is, was, field);
      if (change === undefined || isInside) continue;
      const what = field === '' ? '' : `\`${field}\` `;
      (change.isBreaking ? breaking : other).push(`\`${name}\`, ${direction}: ${what}${change.text}`);
    }
  }
  return { breaking, other };
}

/** Whether the field around this one was added or removed, which says it already. */
function isMissingAround(one: Fields, other: Fields, field: string): boolean {
  const around = field.replace(/(\.[^.[{]+|\[\]|\{\})$/, '');
  return around !== field && around in one && !(around in other);
}

function compareField(was: string | undefined, is: string | undefined, direction: string) {
  const isRequest = direction === 'request';
  if (was === is) return undefined;
  if (is === undefined) return { isBreaking: true, text: 'removed' };
  if (was === undefined) return { isBreaking: isRequest && !is.startsWith('?'), text: 'added' };
  const [before, after] = [splitTypes(was), splitTypes(is)];
  const lost = before.filter((type) => !after.includes(type));
  const gained = after.filter((type) => !before.includes(type));
  const isOptionalNow = is.startsWith('?') && !was.startsWith('?');
  const isRequiredNow = was.startsWith('?') && !is.startsWith('?');
  // Callers have to expect new words of an answer, but not new types.
  const hasNewType = gained.some((type) => !type.startsWith('"'));
  const text = [
    isOptionalNow ? 'optional now' : '',
    isRequiredNow ? 'required now' : '',
    gained.length > 0 ? `also \`${gained.join('`, `')}\`` : '',
    lost.length > 0 ? `no longer \`${lost.join('`, `')}\`` : '',
  ];
  return {
    isBreaking: isRequest ? isRequiredNow || lost.length > 0 : isOptionalNow || hasNewType,
    text: text.filter(Boolean).join(', '),
  };
}

const splitTypes = (types: string): string[] => types.replace(/^\?/, '').split(' | ');

export function writeChanges(version: string, { breaking, other }: ApiChanges): string {
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? 'Nothing.' : lines.map((line) => `- ${line}`).join('\n');
  return `# Changes of the API since ${version}

\`npm run openapi\` writes this page: it compares \`openapi.json\` with \`contract/released.json\`, the routes and fields of
the last release. \`npm run check\` fails if the page is out of date.

## Breaking

What a caller of ${version} may trip over: routes and fields that are gone, input that is newly required or no longer
accepted, answers that may be missing or of another type.

${list(breaking)}

## Added and changed

${list(other)}
`;
}
