import { childrenOf, isNode, type Node, nameOf, parsed } from "./source-facts";

/** The patterns passed to `toMatchObject` as values, with their lines. They test nothing: a RegExp has no keys, so any value passes. */
export function vainPatterns(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node, isValue: boolean): void => {
    if (isValue && node.type === "Literal" && node.regex) {
      found.push(`${path}:${text.slice(0, Number(node.start)).split("\n").length} ${node.raw}`);
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
