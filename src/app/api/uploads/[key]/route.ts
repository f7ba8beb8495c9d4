import { refuseMethod } from "@/http/error-responses";
import { handleStore } from "@/http/upload-handlers";

const refuse = () => refuseMethod(["HEAD", "PUT"]);

export { handleStore as HEAD, handleStore as PUT, refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST };
