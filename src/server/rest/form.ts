import "server-only";
import type { Context } from "hono";
import type { Message } from "@/lib/catalogue";
import { AppError, fieldError, type Issue } from "@/lib/errors";
import { type FormNames, parseForm, type ReceivedFile } from "@/server/files/parse-form";
import { readTable } from "@/server/spreadsheets/read";
import { appErrorOf } from "@/server/trpc/trpc";
import type { CallContext } from "./call";
import { onceForKey } from "./once";

type FileForm<Caller> = FormNames & { check: (caller: Caller) => Promise<unknown>; missing: Message };

/**
 * Takes a form with one file. `check` runs before the body is read. For a repeated request it may throw CONFLICT because of
 * what the first request did: only `onceForKey`, which needs the body, can tell. @throws AppError
 */
export async function takeFile<Caller, Answer extends Response>(
  { req, var: { caller, callerNow, callerKey } }: Context<CallContext<Caller>>,
  { check, missing, ...names }: FileForm<Caller>,
  work: (caller: Caller, file: ReceivedFile, fields: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  await check(caller).catch((error: unknown) => {
    if (!req.raw.headers.has("idempotency-key") || appErrorOf(error).code !== "CONFLICT") throw error;
  });
  return parseForm(req.raw, names, async ({ file, fields }) => {
    if (!file) throw fieldError(names.file, missing);
    const current = await callerNow();
    const { name, type, sha256 } = file;
    return onceForKey(req.raw, callerKey, { fields, name, type, sha256 }, () => work(current, file, fields));
  });
}

/** The table in a sent file, with the file's hash and the end of its name, never cut inside a character. @throws AppError */
export async function tableOf({ path, name, sha256 }: ReceivedFile, mostRows: number, sheet?: string) {
  const table = await readTable(path, mostRows, sheet || undefined);
  return { ...table, fileName: name.slice(-255).replace(/^[\udc00-\udfff]/, ""), fileHash: sha256 };
}

/** The same error, with its issues at the names of the form. @param toForm the path of a field in the form */
export function inForm(error: unknown, toForm: (path: Issue["path"]) => Issue["path"]): unknown {
  const { code, message, issues, headers } = appErrorOf(error);
  if (!issues) return error;
  const named = issues.map(({ path, message: told }) => ({ path: toForm(path), message: told }));
  return new AppError(code, message, named, headers);
}

/** Refuses a file: its name is at the form's `file`. @throws the error */
export function refuseFile(error: unknown): never {
  throw inForm(error, ([first = "", ...rest]) => (first === "fileName" ? ["file"] : [first, ...rest]));
}
