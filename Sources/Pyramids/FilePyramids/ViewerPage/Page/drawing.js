// ---- Drawing

// From this scale on, pixels are drawn as squares.
const squaresFrom = 4;
// The most pixels of a canvas; on larger screens it is magnified.
const canvasPixels = 20e6;

const canvas = document.getElementById("view"), context = canvas.getContext("2d");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

// The view: its center in full-size pixels, and the scale in screen pixels per image pixel. Screen pixels are those of the
// device, so that a scale of 1 shows the image pixel by pixel on any screen.
const view = { x: pyramid.width / 2, y: pyramid.height / 2, scale: 1 };
// Pixels of the canvas per CSS pixel.
let density = 1;

let isDrawingSoon = false;

function redraw() {
  if (isDrawingSoon) return;
  isDrawingSoon = true;
  requestAnimationFrame(now => {
    isDrawingSoon = false;
    // The time of a frame may be before that at which an image arrived.
    now = Math.max(now, performance.now());
    advanceMotion(now);
    draw(now);
  });
}

const screenX = x => Math.round((x - view.x) * view.scale + canvas.width / 2);
const screenY = y => Math.round((y - view.y) * view.scale + canvas.height / 2);

// The finest level that is a single tile, or else the coarsest one.
const wholeLevel = Math.max(0, pyramid.levels.findLastIndex(level => level.columns * level.rows === 1));

// The coarsest level with at least the resolution of the screen.
function wantedLevel() {
  const index = pyramid.levels.findIndex(level => level.factor * view.scale <= 1.001);
  return index < 0 ? pyramid.levels.length - 1 : index;
}

function forEachVisible(level, body) {
  const range = (center, side, start, count) => {
    const from = (center - side / 2 / view.scale) / level.factor + start;
    const to = (center + side / 2 / view.scale) / level.factor + start;
    return [Math.max(0, Math.floor(from / level.tile)), Math.min(count - 1, Math.floor(to / level.tile))];
  };
  const [left, right] = range(view.x, canvas.width, level.inset[0], level.columns);
  const [top, bottom] = range(view.y, canvas.height, level.inset[1], level.rows);
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) body(column, row);
  }
}

// The extent of a tile without its overlap, along one axis, in the tile's image and on the screen. Edges on the screen
// are whole pixels, the same for neighbors, so that there are no seams. The last tile extends to the edge of the image
// even if the level's size was rounded down; any excess is clipped.
function span(position, level, axis, length, fullLength, toScreen) {
  const inset = level.inset[axis];
  const from = Math.max(0, position * level.tile - inset), to = Math.min(length, (position + 1) * level.tile - inset);
  const imageStart = position * level.tile - inset - (position > 0 ? pyramid.overlap : 0);
  const start = toScreen(from * level.factor);
  const end = toScreen(to === length ? Math.max(fullLength, to * level.factor) : to * level.factor);
  return { source: from - imageStart, length: to - from, start, size: end - start };
}

function drawTile(target, image, level, column, row, toX, toY, alpha) {
  const x = span(column, level, 0, level.width, pyramid.width, toX);
  const y = span(row, level, 1, level.height, pyramid.height, toY);
  if (x.size <= 0 || y.size <= 0) return;
  // Coarser tiles must not show through transparent ones.
  if (alpha === 1) target.clearRect(x.start, y.start, x.size, y.size);
  target.globalAlpha = alpha;
  target.drawImage(image, x.source, y.source, x.length, y.length, x.start, y.start, x.size, y.size);
  target.globalAlpha = 1;
}

function draw(now) {
  frames += 1;
  const finest = wantedLevel(), missing = [];
  // Coarser levels, of which a few tiles cover the view, are loaded first.
  const wanted = new Set([Math.min(wholeLevel, finest), Math.max(Math.min(wholeLevel, finest), finest - 3), finest]);
  let order = 0, isFading = false, covering = 0;
  for (const index of wanted) {
    const level = pyramid.levels[index];
    let isWhole = true;
    forEachVisible(level, (column, row) => {
      const name = address(level, column, row), entry = entryOf(name);
      if (!entry) {
        const side = level.tile * level.factor;
        const away = Math.hypot((column + 0.5) * side - view.x, (row + 0.5) * side - view.y);
        missing.push({ name, order: order * 1e12 + away });
      }
      if (!entry?.image || opacity(entry, now) < 1) isWhole = false;
    });
    if (isWhole) covering = index;
    order += 1;
  }
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = view.scale < squaresFrom;
  context.imageSmoothingQuality = "high";
  context.save();
  context.beginPath();
  context.rect(screenX(0), screenY(0), screenX(pyramid.width) - screenX(0), screenY(pyramid.height) - screenY(0));
  context.clip();
  // From the finest level without a gap on; finer tiles are drawn over it as they arrive.
  for (let index = covering; index <= finest; index += 1) {
    const level = pyramid.levels[index];
    forEachVisible(level, (column, row) => {
      const entry = entryOf(address(level, column, row));
      if (!entry?.image) return;
      const alpha = opacity(entry, now);
      if (alpha < 1) isFading = true;
      drawTile(context, entry.image, level, column, row, screenX, screenY, alpha);
    });
  }
  context.restore();
  if (basemap) isFading = drawBasemap(now, missing) || isFading;
  drawOverview(missing);
  requestQueue = missing.sort((a, b) => a.order - b.order);
  loadMore();
  showMeasures();
  if (isFading || motion) redraw();
  document.body.dataset.state = requests > 0 || isFading || motion ? "loading" : "whole";
}

// The canvas gets the pixels of the screen, also of another screen and at another zoom of the browser.
function fitCanvas() {
  const area = canvas.clientWidth * canvas.clientHeight;
  density = Math.min(devicePixelRatio, Math.sqrt(canvasPixels / Math.max(1, area)));
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * density));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * density));
  resize();
}

function followDensity() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    fitCanvas();
    followDensity();
  }, { once: true });
}

new ResizeObserver(fitCanvas).observe(canvas);
followDensity();
