import { childrenOf, isNode, type Node, nameOf, parsed } from "./source-facts";

const lineOf = (text: string, { start }: Node) => text.slice(0, Number(start)).split("\n").length;

/** The patterns passed to `toMatchObject` as values, with their lines. They test nothing: a RegExp has no keys, so any value passes. */
export function vainPatterns(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, isValue: boolean): void => {
    if (isValue && node.type === "Literal" && node.regex) {
      found.push(`${path}:${lineOf(text, node)} ${node.raw}`);
    }
    const isCall = node.type === "CallExpression";
    const matches = isCall && isNode(node.callee) && nameOf(node.callee.property) === "toMatchObject";
    // A method or call that takes a pattern returns another value.
    const hold = isCall || node.type === "MemberExpression" ? matches : isValue;
    for (const child of childrenOf(node)) visit(child, hold);
  };
  const program = parsed(path, text);
  if (!program) return [`${path} cannot be parsed`];
  visit(program, false);
  return found;
}

const isNever = (type: unknown): boolean =>
  isNode(type) && (type.type === "TSNeverKeyword" || (type.type === "TSArrayType" && isNever(type.elementType)));

/** The casts to `never`, with their lines. They fit every type, so a fixture could lack a field or misspell it. */
export function neverCasts(path: string, text: string): string[] {
  const visit = (node: Node): string[] => {
    const isCast = /^TS(AsExpression|TypeAssertion)$/.test(node.type) && isNever(node.typeAnnotation);
    return [...(isCast ? [`${path}:${lineOf(text, node)}`] : []), ...childrenOf(node).flatMap(visit)];
  };
  const program = parsed(path, text);
  return program ? visit(program) : [`${path} cannot be parsed`];
}
