/** The kiosk's words in both languages. */
import en from "../../messages/kiosk/en.json";
import zh from "../../messages/kiosk/zh.json";

export const catalogues = { zh, en };
