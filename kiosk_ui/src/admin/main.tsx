import "../theme";
import "./admin.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import en from "../messages/admin/en.json";
import zh from "../messages/admin/zh.json";
import { Desk } from "../staff/Desk";
import { AdminPage } from "./AdminPage";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Desk title="admin.title" roles={["admin"]} catalogues={{ zh, en }}>
        {(staff) => <AdminPage staff={staff} />}
      </Desk>
    </StrictMode>,
  );
}
