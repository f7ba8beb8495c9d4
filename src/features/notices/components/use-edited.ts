"use client";

import { useState } from "react";
import type { NoticeView } from "../schema-office";
import { inputOf } from "./audience-form";

const contentOf = ({ title, text, pinned, ...rest }: NoticeView) =>
  JSON.stringify([title, text, pinned, inputOf(rest)]);

/**
 * The version of a notice that its form began with, and the key of the form. A newer version replaces it, with a new form,
 * unless something was typed: then the form stays and is outdated.
 */
export function useEdited(latest: NoticeView) {
  const [isChanged, setChanged] = useState(false);
  const [{ edited, key }, setEdited] = useState({ edited: latest, key: 0 });
  const isNewer = latest.rowVersion > edited.rowVersion;
  // Calling a plan off makes a newer version too, with the same content.
  const isSame = contentOf(latest) === contentOf(edited);
  if (isNewer && isSame) setEdited({ edited: latest, key });
  else if (isNewer && !isChanged) setEdited({ edited: latest, key: key + 1 });
  return {
    edited,
    key,
    isChanged,
    setChanged,
    isOutdated: isNewer && !isSame && isChanged,
    /** The form was saved: it stays as it is, with what was typed in the meantime. */
    keep: (saved: NoticeView) => setEdited({ edited: saved, key }),
  };
}
