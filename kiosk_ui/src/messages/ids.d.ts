import type admin from "./admin/en.json";
import type desk from "./desk/en.json";
import type kiosk from "./kiosk/en.json";
import type records from "./records/en.json";
import type reports from "./reports/en.json";

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids:
        | keyof typeof kiosk
        | keyof typeof desk
        | keyof typeof admin
        | keyof typeof records
        | keyof typeof reports;
    }
  }
}
