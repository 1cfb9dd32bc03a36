import "../theme";
import "./sheet.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import en from "../messages/records/en.json";
import zh from "../messages/records/zh.json";
import { Desk } from "../staff/Desk";
import { RecordsPage } from "./RecordsPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="start.records" roles={["records_officer", "nurse", "doctor"]} catalogues={{ zh, en }}>
        {(staff) => <RecordsPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
