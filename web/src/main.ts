import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { preferred, tongue } from "./i18n/index.svelte";

const target = document.getElementById("page");
if (!target) throw new Error("the page has no place to stand");
await tongue.speak(preferred());
mount(App, { target });
