import "../theme";
import "./reports.css";
import "./print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import en from "../messages/reports/en.json";
import zh from "../messages/reports/zh.json";
import { Desk } from "../staff/Desk";
import { ReportsPage } from "./ReportsPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="reports.title" roles={["manager", "admin"]} catalogues={{ zh, en }}>
        {(staff) => <ReportsPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
