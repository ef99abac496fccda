// ---- Buttons, help, overview, scale bar and coordinates

const element = id => document.getElementById(id);
const help = element("help");

element("zoom-in").onclick = () => flyZoom(1.5);
element("zoom-out").onclick = () => flyZoom(1 / 1.5);
element("home").onclick = flyHome;
element("show-help").onclick = showHelp;
element("full-screen").onclick = toggleFullScreen;
element("full-screen").hidden = !document.fullscreenEnabled;

function showHelp() {
  if (!help.open) help.showModal();
}

// A click beside the dialog closes it.
help.addEventListener("click", event => {
  const box = help.getBoundingClientRect();
  const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (event.target === help && !isInside) help.close();
});

function toggleFullScreen() {
  if (!document.fullscreenEnabled) return;
  (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});
}

document.addEventListener("fullscreenchange", () => {
  const isFull = document.fullscreenElement !== null, button = element("full-screen");
  button.setAttribute("aria-pressed", isFull);
  button.querySelector("path").setAttribute("d", isFull
    ? "M8 4v4H4M16 8h-4V4M12 16v-4h4M4 12h4v4" : "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4");
});

let hintTimer = 0;

function showHint(text) {
  const hint = element("hint");
  hint.textContent = text;
  hint.hidden = false;
  clearTimeout(hintTimer);
  hintTimer = setTimeout(() => { hint.hidden = true; }, 1500);
}

// ---- The overview: the whole image from the coarse level, and the view in it

const overview = element("overview"), overviewContext = overview.getContext("2d");
const overviewLevel = pyramid.levels[wholeLevel];
// A pyramid without coarse levels has none: it would need too many tiles.
const hasOverview = overviewLevel.columns * overviewLevel.rows <= 16;
overview.hidden = !hasOverview;
let showsOverview = false;

function placeOverview() {
  // Small windows have none.
  showsOverview = hasOverview && getComputedStyle(overview).display !== "none";
  const side = limited(Math.min(innerWidth, innerHeight) / 4, 80, 168);
  const ratio = side / Math.max(pyramid.width, pyramid.height);
  const width = Math.max(24, pyramid.width * ratio), height = Math.max(24, pyramid.height * ratio);
  overview.style.width = `${width}px`;
  overview.style.height = `${height}px`;
  overview.width = Math.round(width * density);
  overview.height = Math.round(height * density);
}

function drawOverview(missing) {
  if (!showsOverview) return;
  const { width, height } = overview;
  const left = (view.x - canvas.width / 2 / view.scale) / pyramid.width * width;
  const top = (view.y - canvas.height / 2 / view.scale) / pyramid.height * height;
  const across = canvas.width / view.scale / pyramid.width * width, down = canvas.height / view.scale / pyramid.height * height;
  const isWhole = left <= 0 && top <= 0 && left + across >= width && top + down >= height;
  overview.classList.toggle("whole", isWhole);
  if (isWhole) return;
  overviewContext.clearRect(0, 0, width, height);
  overviewContext.imageSmoothingQuality = "high";
  for (let row = 0; row < overviewLevel.rows; row += 1) {
    for (let column = 0; column < overviewLevel.columns; column += 1) {
      const name = address(overviewLevel, column, row), entry = entryOf(name);
      if (!entry) missing.push({ name, order: 2e12 });
      if (!entry?.image) continue;
      drawTile(
        overviewContext, entry.image, overviewLevel, column, row, x => Math.round(x / pyramid.width * width),
        y => Math.round(y / pyramid.height * height), 1);
    }
  }
  // At least a few pixels of frame, inside the image; everything else is dimmed.
  const least = 6 * density, x = limited(left, 0, width - least), y = limited(top, 0, height - least);
  const right = limited(left + across, x + least, width), bottom = limited(top + down, y + least, height);
  overviewContext.fillStyle = "rgb(0 0 0 / 32%)";
  overviewContext.beginPath();
  overviewContext.rect(0, 0, width, height);
  overviewContext.rect(x, y, right - x, bottom - y);
  overviewContext.fill("evenodd");
  overviewContext.lineWidth = 1.5 * density;
  overviewContext.strokeStyle = "#fff";
  overviewContext.strokeRect(
    x + 0.75 * density, y + 0.75 * density, right - x - 1.5 * density, bottom - y - 1.5 * density);
}

function followOverview(event) {
  const box = overview.getBoundingClientRect(), edge = 4;
  const x = (event.clientX - box.left - edge) / (box.width - 2 * edge) * pyramid.width;
  const y = (event.clientY - box.top - edge) / (box.height - 2 * edge) * pyramid.height;
  showAt(x, y, view.scale);
}

overview.addEventListener("pointerdown", event => {
  if (event.button > 0) return;
  overview.setPointerCapture(event.pointerId);
  followOverview(event);
});
overview.addEventListener("pointermove", event => {
  if (overview.hasPointerCapture(event.pointerId)) followOverview(event);
});

// ---- Measures

const lengthUnits = [[1e-9, "nm"], [1e-6, "µm"], [1e-3, "mm"], [1e-2, "cm"], [1, "m"], [1e3, "km"]];

// Shows a round length: 1, 2 or 5 times a power of ten of a unit, at most 150 CSS pixels.
function showScaleBar() {
  const bar = element("scale-bar"), meters = metersPerPixel();
  bar.hidden = !(meters > 0);
  if (bar.hidden) return;
  const perPoint = meters / view.scale * density, longest = (innerWidth < 600 ? 100 : 150) * perPoint;
  const power = 10 ** Math.floor(Math.log10(longest)), length = power * ([5, 2].find(digit => digit * power <= longest) ?? 1);
  const [size, unit] = lengthUnits.findLast(([size]) => length >= 0.999 * size) ?? lengthUnits[0];
  bar.textContent = `${Number((length / size).toPrecision(3))} ${unit}`;
  bar.style.setProperty("--length", `${length / perPoint}px`);
}

let announcedZoom = "";

function showMeasures() {
  showScaleBar();
  showCoordinates(hovered);
  element("zoom-in").disabled = aim().scale >= mostScale() * 0.999;
  element("zoom-out").disabled = aim().scale <= leastScale() * 1.001;
  if (motion || pointers.size > 0) return;
  const zoom = `Zoom ${Number((view.scale * 100).toPrecision(2))} %`;
  if (announcedZoom !== "" && announcedZoom !== zoom) element("spoken-zoom").textContent = zoom;
  announcedZoom = zoom;
}
