import { mounted } from "@/lib/http/page-bridge";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = mounted;
