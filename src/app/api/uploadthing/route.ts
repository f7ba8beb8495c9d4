import { refuseMethod } from "@/http/error-responses";
import { handleUploadRoute } from "@/http/upload-handlers";

const refuse = () => refuseMethod(["GET", "POST"]);

export { handleUploadRoute as GET, handleUploadRoute as POST, refuse as DELETE, refuse as PATCH, refuse as PUT };
