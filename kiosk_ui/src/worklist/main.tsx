import "../theme";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Messages } from "../messages/Messages";
import en from "../messages/desk/en.json";
import zh from "../messages/desk/zh.json";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Messages language="zh" catalogues={{ zh, en }}>
        <main />
      </Messages>
    </StrictMode>,
  );
}
