import { copy } from "@/features/account/messages";
import { AccountPage } from "../../account-page";

export const metadata = { title: copy.title };

export default function AdminAccountPage() {
  return <AccountPage of="admin" />;
}
