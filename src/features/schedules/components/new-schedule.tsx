"use client";

import { CalendarPlus } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { office } from "../messages-office";
import { ScheduleForm } from "./schedule-form";

/** The form of a new test: beside the list if there is room, otherwise collapsed above it. */
export function NewSchedule() {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 xl:w-92 xl:shrink-0">
      <div className="xl:hidden print:hidden">
        <Button
          wide
          variant={isOpen ? "secondary" : "primary"}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <CalendarPlus aria-hidden className="size-5" />
          {office.newTest}
        </Button>
      </div>
      <div id={id} className={isOpen ? "" : "max-xl:hidden"}>
        <Card padding="none" className="grid grid-cols-1 gap-4 p-4 sm:p-5">
          <h2 className="text-lg max-xl:hidden">{office.newTest}</h2>
          <ScheduleForm />
        </Card>
      </div>
    </div>
  );
}
