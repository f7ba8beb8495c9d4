"use client";

import type { ComponentProps } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useSingleFlight } from "./use-single-flight";

/** The work that the question is about. */
export type Asked<Input> = {
  of: { isPending: boolean; isError: boolean; mutateAsync: (input: Input) => Promise<unknown> };
  /** Nothing is sent without one. */
  input: NoInfer<Input> | undefined;
  /** The message after a failure. */
  failed: string;
};

type AskDialogProps<Input> = Asked<Input> & Omit<ComponentProps<typeof Dialog>, "busy" | "error" | "onConfirm">;

/** Asks before a mutation, and stays open while the mutation is pending and after it has failed. */
export function AskDialog<Input>({ of, input, failed, ...words }: AskDialogProps<Input>) {
  const start = useSingleFlight(of);
  return (
    <Dialog
      {...words}
      busy={of.isPending}
      error={of.isError ? failed : undefined}
      onConfirm={() => input !== undefined && start(input)}
    />
  );
}
