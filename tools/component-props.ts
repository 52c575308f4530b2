import { parseAst } from 'rolldown/parseAst';

/** As much of a syntax tree as is read here. */
type Node = Readonly<{ type: string }> & { readonly [key: string]: unknown };
type Names = ReadonlySet<string>;

const NO_NAMES: Names = new Set();
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const nodeIn = (node: Node | undefined, key: string): Node | undefined => {
  const child = node?.[key];
  return isNode(child) ? child : undefined;
};
const nodesIn = (node: Node | undefined, key: string): readonly Node[] => {
  const children = node?.[key];
  return Array.isArray(children) ? children.filter(isNode) : [];
};
const textIn = (node: Node | undefined, key: string): string => {
  const text = node?.[key];
  return typeof text === 'string' ? text : '';
};
const unite = (all: readonly Names[]): Names => new Set(all.flatMap((names) => [...names]));

const subtract = (all: Names, some: Names): Names => new Set([...all].filter((name) => !some.has(name)));

/** Returns the texts of `'a' | 'b'`. */
const readLiterals = (type: Node | undefined): Names =>
  type?.type === 'TSUnionType'
    ? unite(nodesIn(type, 'types').map(readLiterals))
    : new Set([textIn(nodeIn(type, 'literal'), 'value')]);

/** Returns the names of the properties of a type that the file declares. Those of a library are not counted. */
function readProperties(type: Node | undefined, declared: ReadonlyMap<string, Node>): Names {
  const read = (part: Node | undefined): Names => readProperties(part, declared);
  switch (type?.type) {
    case 'TSTypeLiteral':
      return new Set(nodesIn(type, 'members').map((member) => textIn(nodeIn(member, 'key'), 'name')));
    case 'TSIntersectionType':
    case 'TSUnionType':
      return unite(nodesIn(type, 'types').map(read));
    case 'TSTypeReference': {
      const name = textIn(nodeIn(type, 'typeName'), 'name');
      const [first, second] = nodesIn(nodeIn(type, 'typeArguments'), 'params');
      if (name === 'Readonly' || name === 'Partial') return read(first);
      if (name === 'Pick') return readLiterals(second);
      if (name === 'Omit') return subtract(read(first), readLiterals(second));
      return read(declared.get(name));
    }
    default:
      return NO_NAMES;
  }
}

/** Counts the props of a function: those of their type, or those that it takes apart. */
function countProps(component: Node, declared: ReadonlyMap<string, Node>): number {
  const [props] = nodesIn(component, 'params');
  const type = nodeIn(nodeIn(props, 'typeAnnotation'), 'typeAnnotation');
  const taken = nodesIn(props, 'properties').filter((property) => property.type === 'Property');
  return Math.max(readProperties(type, declared).size, taken.length);
}

/** The function that a constant is: itself, or what `memo` and the like are given. */
const readFunction = (init: Node | undefined): Node | undefined =>
  [...(init?.type === 'CallExpression' ? nodesIn(init, 'arguments') : []), ...(init ? [init] : [])].find(({ type }) =>
    ['ArrowFunctionExpression', 'FunctionExpression'].includes(type),
  );

/** Returns the components at the top of a file, with the number of their props. */
export function listComponents(text: string): { name: string; props: number }[] {
  const tree: unknown = parseAst(text, { lang: 'tsx' });
  const body = nodesIn(isNode(tree) ? tree : undefined, 'body');
  const declarations = body.map((node) => nodeIn(node, 'declaration') ?? node);
  const declared = new Map(
    declarations.flatMap((node) => {
      const type = nodeIn(node, 'typeAnnotation');
      return node.type === 'TSTypeAliasDeclaration' && type ? [[textIn(nodeIn(node, 'id'), 'name'), type]] : [];
    }),
  );
  const named = declarations.flatMap((node): (readonly [string, Node])[] => {
    if (node.type === 'FunctionDeclaration') return [[textIn(nodeIn(node, 'id'), 'name'), node]];
    return nodesIn(node, 'declarations').flatMap((constant): (readonly [string, Node])[] => {
      const component = readFunction(nodeIn(constant, 'init'));
      return component ? [[textIn(nodeIn(constant, 'id'), 'name'), component]] : [];
    });
  });
  return named
    .filter(([name]) => /^[A-Z]/.test(name))
    .map(([name, component]) => ({ name, props: countProps(component, declared) }));
}
