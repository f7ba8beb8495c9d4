import { redirect } from "next/navigation";

/** The tests are listed on the page that adds them. */
export default function SchedulesPage() {
  redirect("/admin/add-schedule");
}
