import { parseAst } from "vitest/node";

/** An import: its specifier, and whether it is type-only. */
export type Import = { specifier: string; typeOnly: boolean };

/**
 * The facts that the architecture rules need. `environment` lists each access to `process.env` as `reads X` or `writes X`;
 * `madeSql` lists SQL that is built from text.
 */
export type Facts = {
  imports: Import[];
  serverOnlyFirst: boolean;
  environment: string[];
  madeSql: string[];
  /** Each error that is created with a literal sentence, and each comparison with one. */
  sentences: string[];
};

export type Node = { type: string; [key: string]: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function textOf(value: unknown): string | undefined {
  return isNode(value) && value.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
}

export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === "Identifier" ? String(value.name) : textOf(value);
}

const unnamed = "a name made at run time";

function importOf(node: Node): Import | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return { specifier: textOf(node.source) ?? unnamed, typeOnly: node.importKind === "type" };
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      if (!node.source) return undefined;
      return { specifier: textOf(node.source) ?? unnamed, typeOnly: node.exportKind === "type" };
    case "ImportExpression":
      return { specifier: textOf(node.source) ?? unnamed, typeOnly: false };
    case "TSImportType":
      return { specifier: textOf(node.source) ?? unnamed, typeOnly: true };
    case "CallExpression": {
      const [first] = Array.isArray(node.arguments) ? node.arguments : [];
      return nameOf(node.callee) === "require" ? { specifier: textOf(first) ?? unnamed, typeOnly: false } : undefined;
    }
    default:
      return undefined;
  }
}

function isEnvironment(node: unknown): boolean {
  return isNode(node) && node.type === "MemberExpression" && nameOf(node.property) === "env" && isProcess(node.object);
}

function isProcess(node: unknown): boolean {
  if (!isNode(node)) return false;
  return nameOf(node) === "process" || (node.type === "MemberExpression" && nameOf(node.property) === "process");
}

function environmentOf(node: Node, parents: Node[]): string | undefined {
  const [parent, grandparent] = parents;
  if (isEnvironment(node)) {
    const named = parent?.type === "MemberExpression" && parent.object === node;
    const written = named && grandparent?.type === "AssignmentExpression" && grandparent.left === parent;
    return `${written ? "writes" : "reads"} ${(named && nameOf(parent.property)) || "all"}`;
  }
  const unpacked = node.type === "VariableDeclarator" && isNode(node.id) && node.id.type === "ObjectPattern";
  return unpacked && isProcess(node.init) && childrenOf(node.id as Node).some((part) => nameOf(part.key) === "env")
    ? "reads all"
    : undefined;
}

/** Prisma's unsafe raw queries, under any alias, and SQL with interpolated text. */
function madeSqlOf(node: Node): string | undefined {
  const key = node.type === "MemberExpression" ? nameOf(node.property) : nameOf(node.key);
  if (key === "$queryRawUnsafe" || key === "$executeRawUnsafe") return key;
  if (key === "raw" && nameOf(node.object) === "Prisma") return "Prisma.raw";
  if (node.type !== "CallExpression" || !isNode(node.callee) || nameOf(node.callee.property) !== "query")
    return undefined;
  const [statement] = Array.isArray(node.arguments) ? node.arguments : [];
  return isMade(statement) ? "query" : undefined;
}

function isMade(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === "TemplateLiteral") return Array.isArray(value.expressions) && value.expressions.length > 0;
  if (value.type === "BinaryExpression") return !(textOf(value.left) && textOf(value.right));
  if (value.type === "ObjectExpression") {
    return childrenOf(value).some((part) => nameOf(part.key) === "text" && isMade(part.value));
  }
  return false;
}

const isText = (value: unknown) =>
  isNode(value) && (textOf(value) ?? "x") !== "" && /^(Template)?Literal$/.test(value.type);
const isOfCatalogue = (value: unknown) =>
  isNode(value) && value.type === "MemberExpression" && /^(copy|\w+Copy)$/.test(nameOf(value.object) ?? "");
const isMessage = (value: unknown) =>
  isNode(value) &&
  value.type === "MemberExpression" &&
  /^(message|refused|refusal)$/.test(nameOf(value.property) ?? "");

function sentenceOf(node: Node): string | undefined {
  if (node.type === "NewExpression" && nameOf(node.callee) === "AppError") {
    const [, message] = Array.isArray(node.arguments) ? node.arguments : [];
    return isText(message) || isOfCatalogue(message) ? "an AppError with a sentence" : undefined;
  }
  if (node.type !== "BinaryExpression" || !/^[!=]==?$/.test(String(node.operator))) return undefined;
  const sides = [node.left, node.right];
  return sides.some(isOfCatalogue) || (sides.some(isMessage) && sides.some(isText))
    ? "a comparison with a sentence"
    : undefined;
}

export function parsed(path: string, text: string): Node | undefined {
  try {
    return parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node;
  } catch {
    return undefined;
  }
}

/** Parses `text` as TypeScript; undefined if invalid. */
export function factsOf(path: string, text: string): Facts | undefined {
  const program = parsed(path, text);
  if (!program) return undefined;
  const facts: Facts = { imports: [], serverOnlyFirst: false, environment: [], madeSql: [], sentences: [] };
  const [first] = childrenOf(program);
  facts.serverOnlyFirst = first?.type === "ImportDeclaration" && textOf(first.source) === "server-only";
  const visit = (node: Node, parents: Node[]): void => {
    const found = importOf(node);
    if (found) facts.imports.push(found);
    const touched = environmentOf(node, parents);
    if (touched) facts.environment.push(touched);
    const made = madeSqlOf(node);
    if (made) facts.madeSql.push(made);
    const sentence = sentenceOf(node);
    if (sentence) facts.sentences.push(sentence);
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  visit(program, []);
  return facts;
}
