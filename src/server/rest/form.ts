import "server-only";
import { AppError, type Issue } from "@/lib/errors";
import { appErrorOf } from "@/server/trpc/trpc";

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

/** The end of a file's name that is stored, at most 255 long and without half a character. */
export const endOfName = (name: string): string => name.slice(-255).replace(/^[\udc00-\udfff]/, "");
