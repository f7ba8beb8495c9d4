import { redirect } from "next/navigation";

/** The former URL of the page. */
export default function PeoplePage() {
  redirect("/admin/privacy-requests");
}
