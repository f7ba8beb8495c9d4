"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { keepUnsent, readUnsent } from "@/lib/unsent";
import { api } from "@/trpc/client";
import { isSameTyped, readTyped, type Typed, typedOf } from "../rules-sheet";
import type { EntryView, SheetView } from "../schema";

/** What was typed is sent this long after the last key, and once more after a failure. In milliseconds. */
const [pause, patience] = [600, 5_000];

type Row = { typed: Typed; saved: Typed; version: number; fault: string | null; mine: Typed | null };

/** The rows of a sheet of attendance and remarks: what is typed leaves by itself, and nothing is lost when it does not arrive. */
export function useEntries({ set, rows: found, personId }: SheetView) {
  const { client, reportCards } = api.useUtils();
  const [rows, setRows] = useState(() => new Map(found.map((row) => [row.studentId, rowOf(row)])));
  const [phase, setPhase] = useState<"idle" | "waiting" | "saved" | "offline">("idle");
  const latest = useRef(rows);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSending = useRef(false);

  function put(id: string, change: Partial<Row>) {
    const row = latest.current.get(id);
    if (!row) return;
    latest.current = new Map(latest.current).set(id, { ...row, ...change });
    setRows(latest.current);
    keepUnsent(personId, set._id, Object.fromEntries(unsent().map(([one, { typed }]) => [one, typed])));
  }

  const unsent = () => [...latest.current].filter(([, { typed, saved }]) => !isSameTyped(typed, saved));

  function later(delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), delay);
  }

  async function send() {
    if (isSending.current) return later(pause);
    const waiting = unsent().flatMap(([studentId, { typed, version, fault }]) => {
      const read = readTyped(typed);
      return fault === null && "entry" in read ? [{ studentId, ...read.entry, seen: version, typed }] : [];
    });
    if (waiting.length === 0) return;
    isSending.current = true;
    try {
      const entries = waiting.map(({ typed: _, ...entry }) => entry);
      const { saved, conflicts, refused } = await client.reportCards.saveEntries.mutate({ id: set._id, entries });
      const sent = new Map(waiting.map((one) => [one.studentId, one.typed]));
      for (const { studentId, rowVersion } of saved)
        put(studentId, { saved: sent.get(studentId) ?? typedOf(nothing), version: rowVersion });
      for (const theirs of conflicts) {
        const typed = typedOf(theirs);
        put(theirs.studentId, {
          typed,
          saved: typed,
          version: theirs.rowVersion,
          mine: sent.get(theirs.studentId) ?? null,
        });
      }
      for (const { studentId, why } of refused) put(studentId, { fault: why });
      setPhase("saved");
      // What would be issued has changed.
      if (saved.length > 0) void reportCards.get.invalidate({ id: set._id });
      if (unsent().length > 0) later(pause);
    } catch {
      setPhase("offline");
      later(patience);
    }
    isSending.current = false;
  }

  function type(id: string, field: keyof Typed, text: string) {
    const row = latest.current.get(id);
    if (!row) return;
    const typed = { ...row.typed, [field]: text };
    const read = readTyped(typed);
    put(id, { typed, fault: "fault" in read ? read.fault : null });
    setPhase("waiting");
    later(pause);
  }

  // What did not arrive in an earlier visit comes back.
  const begin = useEffectEvent(() => {
    for (const [id, kept] of Object.entries(readUnsent(personId, set._id)))
      if (latest.current.has(id)) put(id, { typed: { ...typedOf(nothing), ...(kept as Typed) } });
    if (unsent().length > 0) later(0);
  });
  useEffect(() => {
    begin();
    return () => clearTimeout(timer.current);
  }, []);

  const notSaved = [...rows.values()].filter(({ typed, saved }) => !isSameTyped(typed, saved));

  return {
    rows,
    phase,
    /** How many rows are not saved, and how many of them cannot be. */
    waiting: notSaved.length,
    faulty: notSaved.filter(({ fault }) => fault !== null).length,
    type,
    retry: () => later(0),
    /** Decides between two rows. */
    decide(id: string, forMine: boolean) {
      const mine = latest.current.get(id)?.mine;
      put(id, { mine: null, ...(forMine && mine && { typed: mine }) });
      later(0);
    },
  };
}

const nothing = { daysPresent: null, remarkTeacher: null, remarkHead: null, lines: [] };

function rowOf(entry: EntryView): Row {
  const typed = typedOf(entry);
  return { typed, saved: typed, version: entry.rowVersion, fault: null, mine: null };
}

export type Entries = ReturnType<typeof useEntries>;
