import { handleUnknownPage } from "@/http/unknown-page";

export const GET = handleUnknownPage;
