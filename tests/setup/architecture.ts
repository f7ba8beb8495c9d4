import { posix } from "node:path";
import { factsOf, type Import } from "./imports";

const features = ["materials", "results", "schedules", "services", "auth", "records"];
const vocabulary = ["schema.ts", "rules.ts", "copy.ts", "data.ts", "mutations.ts", "mails.ts", "router.ts", "rest.ts"];
const attic = /^((.*[-.])?(utils?|helpers?|manager)|common|misc|.*\.service)$/;

/** Each room, by its path below `src`; the first that matches counts. A feature's files are rooms of their own. */
const rooms: [room: string, path: RegExp][] = [
  ["env", /^env$/],
  ["start", /^instrumentation(-\w+)*$/],
  ["door", /^(proxy|app\/api\/.+|app\/(.+\/)?route)$/],
  ["page", /^app\/./],
  ["api", /^api\/./],
  ["feature components", /^features\/[^/]+\/components\/./],
  // A file that outgrew one page is cut along its nouns: `mutations-links` is of the room of `mutations`.
  ["feature $", /^features\/[^/]+\/([^/-]+)(?:-[^/]+)?$/],
  ["database", /^server\/(db$|generated\/)/],
  ["server", /^server\/./],
  ["trpc", /^trpc\/./],
  ["components", /^components\/./],
  ["content", /^content\/./],
  ["lib", /^lib\/./],
];

/** The arrows, downwards only: what each room may import. `own` is the same feature, `other` another one. */
const arrows: Record<string, { may: string[]; why: string }> = {
  start: { may: ["api", "database", "server", "env", "lib"], why: "the start wires api and server, nothing else" },
  door: { may: ["api", "env", "lib"], why: "a door only opens: what it does lives in src/api" },
  page: {
    may: [
      ...["page", "api", "components", "trpc", "content", "env", "lib"],
      ...["feature components", "feature schema", "feature rules", "feature copy"],
    ],
    why: "a page shows a feature's components; its data comes through src/api",
  },
  api: {
    may: [
      ...["api", "server", "content", "env", "lib"],
      ...["feature router", "feature rest", "feature schema", "feature rules", "feature copy"],
    ],
    why: "the doors reach a feature through its router and rest",
  },
  "feature components": {
    may: ["own components", "own rules", "own schema", "own copy", "components", "trpc", "content", "lib"],
    why: "a screen knows its own feature's rules and the typed client, never the server or another feature",
  },
  "feature mails": {
    may: ["own data", "own mutations", "own rules", "own schema", "own copy", "server", "content", "env", "lib"],
    why: "a letter is written from what its own feature reads",
  },
  "feature router": {
    may: ["own data", "own mutations", "own schema", "own rules", "own copy", "server", "env", "lib"],
    why: "a procedure checks its input and calls its own data and mutations",
  },
  "feature rest": {
    may: ["own router", "own data", "own mutations", "own schema", "own rules", "own copy", "server", "env", "lib"],
    why: "a REST path translates for its own feature",
  },
  "feature data": {
    may: ["own rules", "own schema", "own copy", "own data", "other data", "database", "server", "env", "lib"],
    why: "reads stand on the rules and the database",
  },
  "feature mutations": {
    may: [
      ...["own data", "own mutations", "own rules", "own schema", "own copy"],
      ...["other data", "database", "server", "env", "lib"],
    ],
    why: "writes stand on the rules and the database; of another feature they may only read",
  },
  "feature rules": { may: ["own schema", "own copy", "lib"], why: "rules are pure decisions" },
  "feature schema": { may: ["own copy", "content", "lib"], why: "a schema is read by browser and server alike" },
  "feature copy": { may: [], why: "copy is sentences and imports nothing" },
  database: { may: ["database", "server", "env", "lib"], why: "the database knows no feature" },
  server: { may: ["server", "database", "content", "env", "lib"], why: "the machinery knows no feature and no screen" },
  trpc: { may: ["trpc", "lib"], why: "the typed clients take the routers' types alone (import type)" },
  components: { may: ["components", "content", "lib"], why: "shared parts know no feature" },
  content: { may: ["content", "lib"], why: "facts import nothing above them" },
  env: { may: ["lib"], why: "the settings stand alone" },
  lib: { may: ["lib"], why: "lib imports nothing of the house" },
};

/** The named exceptions to the arrows; `typeOnly` ones must be written `import type`. */
const exceptions: { from: string; to: RegExp; typeOnly?: true }[] = [
  { from: "trpc", to: /^api\/(root|upload-route)$/, typeOnly: true },
  { from: "api/session", to: /^features\/auth\/(data|mutations)$/ },
  // The start opens the database and makes the first administrator; everything else asks a feature.
  { from: "api/start", to: /^(server\/db|features\/auth\/mutations-admin)$/ },
  { from: "api/reach", to: /^server\/db$/, typeOnly: true },
  { from: "api/backups", to: /^server\/db$/ },
  { from: "api/retention", to: /^features\/services\/mutations$/ },
  { from: "api/jobs", to: /^(server\/db|features\/\w+\/(mutations|mails))$/ },
];

/** Packages fenced in; `only` lists all that a room may import, `fence` the rooms a package may enter. */
const only: Record<string, RegExp> = { "feature schema": /^zod$/, "feature rules": /^zod$/, "feature copy": /^$/ };
const fence = { packages: /^(@prisma\/|pg$|graphile-worker)/, rooms: ["database", "server"] };

/** What starts with `import "server-only"`, and who may touch `process.env`, and how. */
const serverOnly = /^(features\/[^/]+\/(data|mutations|mails|router)(-[^/]+)?|server\/db)$/;
const environment: Record<string, RegExp> = {
  env: /^reads/,
  // Libraries that read their own variables are told what the settings say.
  "api/start": /^writes/,
  // Next says where it runs this file: the start is for the server alone, and not while building.
  instrumentation: /^reads NEXT_(RUNTIME|PHASE)$/,
};

/** Who may put statements together: names of tables, which PostgreSQL takes as no parameters. No person types any of them. */
const makesSql = /^server\/(postgres\/database|backup\/(tables|restore))$/;

function roomOf(file: string): string | undefined {
  for (const [room, path] of rooms) {
    const found = path.exec(file);
    if (found) return room.replace("$", found[1] ?? "");
  }
  return undefined;
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)/.exec(file)?.[1];
}

/** The path below `src` without its ending, or undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
  const own = specifier.startsWith("@/") ? specifier.slice(2) : undefined;
  if (own === undefined && !/^\.{0,2}(\/|$)/.test(specifier)) return undefined;
  const path = posix.normalize(own ?? posix.join(posix.dirname(file), specifier));
  return path.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
}

function isAllowed(file: string, room: string, target: string, typeOnly: boolean): boolean {
  const excepted = exceptions.find(({ from, to }) => (from === room || from === file) && to.test(target));
  if (excepted) return typeOnly || !excepted.typeOnly;
  const [kind, part] = roomOf(target)?.split(" ") ?? [];
  const owner = featureOf(file) === featureOf(target) ? "own" : "other";
  const place = part === undefined ? kind : `${featureOf(file) === undefined ? kind : owner} ${part}`;
  return place !== undefined && (arrows[room]?.may.includes(place) ?? false);
}

function brokenArrow(file: string, room: string, { specifier, typeOnly }: Import): string | undefined {
  const target = targetOf(file, specifier);
  if (target !== undefined) return isAllowed(file, room, target, typeOnly) ? undefined : arrows[room]?.why;
  const name = specifier.replace(/^node:/, "");
  if (/\s/.test(name)) return "an import says what it imports";
  if (name === "process") return "process is a global";
  if (only[room]?.test(name) === false) return arrows[room]?.why;
  return fence.packages.test(name) && !fence.rooms.includes(room)
    ? "only src/server speaks to the database"
    : undefined;
}

function wrongName(path: string): string | undefined {
  const bad = path.split("/").find((part) => attic.test(part.replace(/\.[jt]sx?$/, "")));
  if (bad) return `${bad} says nothing: a helper lives with its noun or earns a name in lib`;
  const [top, feature, name, below] = path.split("/");
  if (top !== "features") return undefined;
  if (!features.includes(feature ?? "")) return `the features are ${features.join(", ")}`;
  const word = name?.replace(/^(data|mutations)-[a-z-]+\.ts$/, "$1.ts") ?? "";
  const known = below === undefined ? vocabulary.includes(word) : name === "components";
  return known ? undefined : `a feature holds only ${vocabulary.join(", ")} and components/`;
}

function faultsOf(path: string, text: string): string[] {
  const name = wrongName(path);
  if (name) return [name];
  if (!/\.[jt]sx?$/.test(path)) return [];
  const file = path.replace(/\.[jt]sx?$/, "");
  const room = roomOf(file);
  if (room === undefined || !(room in arrows)) return ["no room of the house has this path"];
  const facts = factsOf(path, text);
  if (!facts) return ["cannot be parsed"];
  const faults = facts.imports.flatMap((one) => {
    const why = brokenArrow(file, room, one);
    return why === undefined ? [] : [`imports ${one.specifier}: ${why}`];
  });
  if (serverOnly.test(file) && !facts.serverOnlyFirst) faults.push('must start with import "server-only"');
  if (!makesSql.test(file)) {
    for (const way of facts.madeSql) faults.push(`${way} with a text put together: values travel as parameters`);
  }
  for (const touch of facts.environment) {
    if (!environment[file]?.test(touch)) faults.push(`${touch} of process.env: only src/env.ts reads the environment`);
  }
  return faults;
}

/** Every breach of the house's arrows and names in `files`, which maps a path below `src` to its text. */
export function violations(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) => faultsOf(path, text).map((fault) => `src/${path} ${fault}`));
}
