// The search of the site: a field in the header, whose index is loaded when it is first used.
"use strict";
(() => {
  const root = document.documentElement.dataset.root;
  const header = document.querySelector("header");
  const form = document.createElement("form");
  form.setAttribute("role", "search");
  form.innerHTML =
    '<input type="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false" ' +
    'role="combobox" aria-expanded="false" aria-controls="results"><ol id="results" role="listbox" hidden></ol>';
  header.append(form);
  const field = form.querySelector("input");
  const results = form.querySelector("ol");
  let entries = null;
  let isLoading = false;
  let selected = -1;

  window.tilekitSearch = (list) => {
    entries = list.map(([title, owner, kind, file, summary, words]) => ({
      title, owner, kind, file, summary, words, name: title.toLowerCase(), text: summary.toLowerCase(),
      initials: title.replace(/[^A-Z]/g, "").toLowerCase(),
    }));
    show();
  };

  function load() {
    if (entries || isLoading) return;
    isLoading = true;
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    document.head.append(script);
  }

  // A page's rank for one word; 0 if it does not have it.
  function rank(entry, word) {
    if (entry.name === word) return 100;
    if (entry.name.startsWith(word)) return 60 + 20 * word.length / entry.name.length;
    if (word.length > 1 && entry.initials.startsWith(word)) return 40;
    const position = entry.name.indexOf(word);
    if (position > 0) return /\W/.test(entry.name[position - 1]) ? 45 : 30;
    if (entry.owner.toLowerCase().includes(word)) return 12;
    if (entry.text.includes(word)) return 10;
    return (" " + entry.words).includes(" " + word) ? 8 : 0;
  }

  function find(query) {
    const words = query.toLowerCase().split(/[\s.]+/).filter(Boolean);
    const found = [];
    for (const entry of entries) {
      let total = 0;
      for (const word of words) {
        const value = rank(entry, word);
        if (!value) { total = 0; break; }
        total += value;
      }
      if (!total) continue;
      // Articles and types come before members of the same rank.
      if (total >= 30 && (entry.kind === "Article" || entry.kind === "Module")) total += 9;
      else if (/^(Class|Structure|Protocol|Enumeration)$/.test(entry.kind)) total += 6;
      found.push([total, entry]);
    }
    found.sort((a, b) => b[0] - a[0] || a[1].title.length - b[1].title.length || (a[1].title < b[1].title ? -1 : 1));
    return found.slice(0, 12).map((pair) => pair[1]);
  }

  function span(name, text) {
    const element = document.createElement("span");
    element.className = name;
    element.textContent = text;
    return element;
  }

  function show() {
    selected = -1;
    results.textContent = "";
    const query = field.value.trim();
    const isOpen = Boolean(query) && Boolean(entries);
    results.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    const found = find(query);
    for (const entry of found) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      item.setAttribute("role", "option");
      link.href = root + entry.file;
      link.append(span("title", entry.title), span("kind", `${entry.owner ? entry.owner + " · " : ""}${entry.kind}`),
        span("summary", entry.summary));
      item.append(link);
      results.append(item);
    }
    if (!found.length) {
      const item = document.createElement("li");
      item.append(span("summary", "Nothing has all of these words."));
      results.append(item);
    }
  }

  function select(index) {
    const links = results.querySelectorAll("a");
    if (!links.length) return;
    selected = (index + links.length) % links.length;
    links.forEach((link, position) => link.classList.toggle("selected", position === selected));
    links[selected].scrollIntoView({ block: "nearest" });
  }

  field.addEventListener("focus", load);
  field.addEventListener("input", () => { load(); if (entries) show(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") select(selected + 1);
    else if (event.key === "ArrowUp") select(selected - 1);
    else if (event.key === "Escape") { field.value = ""; show(); field.blur(); }
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const links = results.querySelectorAll("a");
    if (links.length) location.href = links[Math.max(selected, 0)].href;
  });
  document.addEventListener("click", (event) => { if (!form.contains(event.target)) results.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && document.activeElement === document.body) {
      event.preventDefault();
      field.focus();
    }
  });
})();
