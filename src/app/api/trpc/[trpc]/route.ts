import { refuseMethod } from "@/http/error-responses";
import { handleTrpc, trpcErrorResponse } from "@/http/trpc";

const refuse = () => refuseMethod(["GET", "HEAD", "POST"], trpcErrorResponse);

export { handleTrpc as GET, handleTrpc as POST, refuse as DELETE, refuse as PATCH, refuse as PUT };
