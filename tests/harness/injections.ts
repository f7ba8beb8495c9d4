/** A sequence that the product never uses: it advances only if an injected statement runs. */
export const canary = "visitor_statements";

const calls = [
  `nextval('${canary}')`,
  `(select nextval('${canary}'))::text`,
  `(select case when true then nextval('${canary}') end from pg_sleep(9))`,
  `coalesce(nextval('${canary}')::text, version(), current_user)`,
  `(with x as (select nextval('${canary}') n) select n from x, generate_series(1, 9))`,
];

const shapes: ((call: string) => string)[] = [
  // Break out of a string.
  (call) => `' or ${call} is not null --`,
  (call) => `' or ${call} is not null or '1'='`,
  (call) => `') or (${call} is not null) --`,
  (call) => `')) or ((${call} is not null)) --`,
  (call) => `%' or ${call} is not null --`,
  (call) => `%') or (${call} is not null) or ('%'='`,
  (call) => `' and ${call} is not null and 'x'='x`,
  (call) => `'||${call}||'`,
  (call) => `%'||${call}||'%`,
  (call) => `'+${call}+'`,
  (call) => `' = any(array[${call}::text]) --`,
  (call) => `' in (select ${call}::text) --`,
  (call) => `' between ${call}::text and 'z`,
  (call) => `' like ${call}::text escape '!`,
  (call) => `' is distinct from ${call}::text --`,
  (call) => `' group by ${call} having true --`,
  (call) => `' order by ${call} --`,
  (call) => `' limit ${call} offset 0 --`,
  (call) => `' union select ${call}::text --`,
  (call) => `' union all select ${call}::text, null, null, null, null, null, null, null --`,
  (call) => `' union all select null, ${call}::text, null, null, null, null, null, null, null --`,
  (call) => `' intersect select ${call}::text from users --`,
  // Stacked statements.
  (call) => `'; select ${call}; --`,
  (call) => `%'; select ${call}; --`,
  (call) => `'); select ${call}; --`,
  (call) => `'; update users set role = 'admin' where ${call} is not null; --`,
  (call) => `'; delete from materials where ${call} is not null; --`,
  (call) => `'; drop table submissions; select ${call}; --`,
  (call) => `'; insert into contact_messages select where ${call} is not null; --`,
  (call) => `'; do $$ begin perform ${call}; end $$; --`,
  (call) => `'; copy (select ${call}) to program 'true'; --`,
  (call) => `'; commit; begin; select ${call}; --`,
  (call) => `';select/**/${call};/*`,
  // Other quotes and encodings.
  (call) => `" or ${call} is not null --`,
  (call) => `"; select ${call}; --`,
  (call) => `\` or ${call} is not null --`,
  (call) => `\\' or ${call} is not null --`,
  (call) => `\\\\' or ${call} is not null --`,
  (call) => `'' or ${call} is not null --`,
  (call) => `''' or ${call} is not null --`,
  (call) => `$$ or ${call} is not null or $$`,
  (call) => `E'\\x27' or ${call} is not null --`,
  (call) => `U&'\\0027' or ${call} is not null --`,
  (call) => `ʼ or ${call} is not null --`,
  (call) => `＇ or ${call} is not null --`,
  (call) => `%27 or ${call} is not null --`,
  (call) => `%2527 or ${call} is not null --`,
  (call) => `&#39; or ${call} is not null --`,
  (call) => `\\u0027 or ${call} is not null --`,
  // Comments.
  (call) => `'/**/or/**/${call}/**/is/**/not/**/null/**/--`,
  (call) => `*/' or ${call} is not null /*`,
  (call) => `' or ${call} is not null #`,
  (call) => `'--\n or ${call} is not null`,
  // For numbers, dates and names.
  (call) => `1 or ${call} is not null`,
  (call) => `1; select ${call}`,
  (call) => `7) or (${call} is not null`,
  (call) => `(${call})`,
  (call) => `2026-01-01' or ${call} is not null --`,
  (call) => `2026-01-01'::date + ${call} --`,
  (call) => `019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30' or ${call} is not null --`,
];

/** 300 injections that advance {@link canary} if they run as SQL. */
export const statementPayloads = shapes.flatMap((shape) => calls.map(shape));

export const wildcards = [
  "%",
  "_",
  "%%",
  "_%",
  "%_%",
  "\\",
  "\\%",
  "\\_",
  "%\\",
  "a%",
  "b_o",
  "[a-z]%",
  "*",
  "?",
  ".*",
];

/** Objects that a query builder could interpret as operators instead of a text. */
export const operators: unknown[] = [
  ...[{ not: "" }, { contains: "" }, { startsWith: "" }, { endsWith: "" }, { equals: "x" }, { in: ["x"] }],
  ...[{ notIn: [] }, { gt: "" }, { gte: "" }, { lt: "zzz" }, { lte: "zzz" }, { search: "x" }, { mode: "insensitive" }],
  ...[{ not: null }, { not: { equals: null } }, { OR: [{}] }, { AND: [] }, { NOT: {} }, { some: {} }, { every: {} }],
  ...[{ $ne: null }, { $gt: "" }, { $regex: ".*" }, { $where: "1" }, { set: "x" }, { increment: 1 }, { connect: {} }],
  ...[{ toString: "x" }, { text: "x", values: [] }, { _ref: "role" }, { length: 1 }, { strings: ["x"], values: [] }],
  ...[[], [""], ["x", "y"], [{ not: "" }], [["x"]], {}, true, false, 0, 1, -1, 1e308],
];
