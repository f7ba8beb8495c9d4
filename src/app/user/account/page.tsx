import { copy } from "@/features/account/messages";
import { AccountPage } from "../../account-page";

export const metadata = { title: copy.title };

export default function UserAccountPage() {
  return <AccountPage of="user" />;
}
