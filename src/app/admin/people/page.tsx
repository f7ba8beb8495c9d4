import { redirect } from "next/navigation";

/** Where the page stood before. */
export default function PeoplePage() {
  redirect("/admin/privacy-requests");
}
