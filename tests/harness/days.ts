import { dateHere } from "@/content/institute";
import { addDays } from "@/lib/dates";

/** The date of the institute in so many days, for what must be still to come: a fixed date is past some day. */
export const inDays = (days: number): string => addDays(dateHere(new Date()), days);
