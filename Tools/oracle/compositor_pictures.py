"""Draws the scenes of scenes.json with Cairo and compares them with the pictures of the compositor.

Usage: compositor_pictures.py SCENES PICTURES

PICTURES is the folder into which `tilebench draw-scenes SCENES --output PICTURES` has written NAME.bgra: premultiplied BGRA,
row by row. Beside each, NAME-compositor.png, NAME-cairo.png and NAME-difference.png (16 times as bright) are written. Exits
with 1 if a difference is larger than its reasons allow.
"""

import json
import math
import pathlib
import sys

import cairo
import numpy

TOLERANCE = 2
"""The largest difference of a sample, of 255, that rounding alone explains: a few products of 255ths."""

REASONS = {
    # The reason: the largest difference, the largest share of pixels that have it (1 for any), and the sentence.
    "edges": (255, 0.01, "Both fill the pixels whose centers lie inside; Cairo rounds corners to 256ths of a pixel first."),
    "coverage": (20, 0.12, "Cairo counts 15 lines in each pixel at an edge; the compositor computes the covered area."),
    "crossings": (128, 0.01, "Where edges of one outline cross in a pixel, the compositor approximates its coverage."),
    "clips": (64, 0.01, "Where the edge of a shape crosses that of a clip, the compositor multiplies their coverage."),
    "blur": (12, 1, "The compositor blurs with three boxes, within 3 % of the Gaussian that is computed here."),
    "filter": (6, 1, "Cairo's weights between pixels have 7 bits, the compositor's 8."),
    "premultiplied": (72, 1, "Cairo interpolates the colors of a gradient before it multiplies them by alpha."),
}

LETTERS = {
    "r": (255, 0, 0, 255), "g": (0, 160, 0, 255), "b": (0, 0, 255, 255), "y": (255, 255, 0, 255),
    "k": (0, 0, 0, 255), "w": (255, 255, 255, 255), "h": (128, 0, 0, 128), ".": (0, 0, 0, 0),
}
"""The premultiplied pixels of images, by letter."""


def surface_of(pixels):
    """A surface with the premultiplied BGRA samples of an array."""
    return cairo.ImageSurface.create_for_data(
        numpy.ascontiguousarray(pixels), cairo.FORMAT_ARGB32, pixels.shape[1], pixels.shape[0])


def samples(surface):
    """The samples of a surface, row by row: blue, green, red and alpha."""
    surface.flush()
    rows = numpy.frombuffer(surface.get_data(), numpy.uint8).reshape(surface.get_height(), surface.get_stride())
    return rows[:, : 4 * surface.get_width()].reshape(surface.get_height(), surface.get_width(), 4).copy()


def image_surface(rows):
    return surface_of(numpy.array(
        [[(b, g, r, a) for r, g, b, a in (LETTERS[letter] for letter in row)] for row in rows], numpy.uint8))


def gaussian(alpha, deviation):
    """An array, 0 beyond its edges, blurred by a Gaussian that is integrated over each pixel."""
    if deviation <= 0:
        return alpha
    reach = math.ceil(5 * deviation)

    def integral(x):
        return math.erf(x / (deviation * math.sqrt(2))) / 2

    weights = [integral(d + 0.5) - integral(d - 0.5) for d in range(-reach, reach + 1)]
    for axis in (0, 1):
        alpha = numpy.apply_along_axis(lambda line: numpy.convolve(line, weights, "same"), axis, alpha)
    return alpha


class Picture:
    """A picture that is drawn as the compositor documents it, with Cairo's means."""

    def __init__(self, size, scale=1, margin=0):
        self.margin = margin
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, size[0] + 2 * margin, size[1] + 2 * margin)
        self.size = size
        self.scale = scale
        self.context = cairo.Context(self.surface)
        self.context.set_tolerance(0.01)
        self.context.translate(margin, margin)
        self.context.scale(scale, scale)

    # Colors, paths and gradients

    def set_color(self, color):
        red, green, blue, alpha = (*color, 1)[:4]
        self.context.set_source_rgba(red, green, blue, alpha)

    def add_path(self, path):
        context = self.context
        context.new_path()
        for name, *numbers in path:
            if name == "move":
                context.move_to(*numbers)
            elif name == "line":
                context.line_to(*numbers)
            elif name == "curve":
                context.curve_to(*numbers)
            elif name == "close":
                context.close_path()
            elif name == "rect":
                context.rectangle(*numbers)
            elif name == "ellipse":
                self.add_ellipse(*numbers)
            elif name == "rounded":
                self.add_rounded(*numbers)
            else:
                raise ValueError(f"{name}: this element of a path is not known")

    def add_ellipse(self, x, y, width, height):
        self.context.save()
        self.context.translate(x + width / 2, y + height / 2)
        self.context.scale(width / 2, height / 2)
        self.context.new_sub_path()
        self.context.arc(0, 0, 1, 0, 2 * math.pi)
        self.context.close_path()
        self.context.restore()

    def add_rounded(self, x, y, width, height, radius):
        radius = min(radius, width / 2, height / 2)
        self.context.new_sub_path()
        for turn, (cx, cy) in enumerate((
                (x + width - radius, y + radius), (x + width - radius, y + height - radius),
                (x + radius, y + height - radius), (x + radius, y + radius))):
            self.context.arc(cx, cy, radius, (turn - 1) * math.pi / 2, turn * math.pi / 2)
        self.context.close_path()

    def fill(self, path, rule=None, antialias=cairo.ANTIALIAS_BEST):
        self.context.set_antialias(antialias)
        self.context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD if rule == "evenOdd" else cairo.FILL_RULE_WINDING)
        self.add_path(path)
        self.context.fill()

    def stroke(self, path, style):
        context = self.context
        context.set_antialias(cairo.ANTIALIAS_BEST)
        context.set_line_width(style.get("width", 1))
        context.set_line_join({"round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}.get(
            style.get("join"), cairo.LINE_JOIN_MITER))
        context.set_line_cap({"round": cairo.LINE_CAP_ROUND, "square": cairo.LINE_CAP_SQUARE}.get(
            style.get("cap"), cairo.LINE_CAP_BUTT))
        context.set_dash(style.get("dashes", []))
        self.add_path(path)
        context.stroke()

    def clip(self, path, rule=None, antialias=cairo.ANTIALIAS_BEST):
        self.context.set_antialias(antialias)
        self.context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD if rule == "evenOdd" else cairo.FILL_RULE_WINDING)
        self.add_path(path)
        self.context.clip()

    @staticmethod
    def add_stops(gradient, description):
        colors = description["colors"]
        locations = description.get("locations") or [i / max(1, len(colors) - 1) for i in range(len(colors))]
        for location, color in zip(locations, colors):
            gradient.add_color_stop_rgba(location, *(*color, 1)[:4])
        gradient.set_extend(cairo.EXTEND_PAD)
        return gradient

    def paint_image(self, rows, rect, is_smooth):
        """Draws an image into a rectangle, of which it fills the pixels whose centers are inside."""
        image = image_surface(rows)
        pattern = cairo.SurfacePattern(image)
        pattern.set_extend(cairo.EXTEND_PAD)
        pattern.set_filter(cairo.FILTER_BILINEAR if is_smooth else cairo.FILTER_NEAREST)
        x, y, width, height = rect
        matrix = cairo.Matrix(xx=image.get_width() / width, yy=image.get_height() / height)
        matrix.translate(-x, -y)
        pattern.set_matrix(matrix)
        self.context.set_source(pattern)
        self.fill([["rect", *rect]], antialias=cairo.ANTIALIAS_NONE)

    # Layers

    def add_layer(self, layer, without_shadow=False):
        context = self.context
        x, y, width, height = layer["frame"]
        context.save()
        context.translate(x + width / 2, y + height / 2)
        context.transform(cairo.Matrix(*layer.get("transform", (1, 0, 0, 1, 0, 0))))
        context.translate(-width / 2, -height / 2)
        if "shadow" in layer and not without_shadow:
            self.add_layer_shadow(layer)
        context.push_group()
        self.add_content(layer, width, height)
        if "mask" in layer:
            content = context.pop_group()
            context.push_group()
            self.add_layer(layer["mask"])
            mask = context.pop_group()
            context.set_source(content)
            context.mask(mask)
        else:
            context.pop_group_to_source()
            context.paint_with_alpha(layer.get("opacity", 1))
        context.restore()

    def add_content(self, layer, width, height):
        context = self.context
        context.save()
        radius = layer.get("cornerRadius", 0)
        bounds = [["rounded", 0, 0, width, height, radius]] if radius else [["rect", 0, 0, width, height]]
        edges = cairo.ANTIALIAS_BEST if radius else cairo.ANTIALIAS_NONE
        if "color" in layer:
            self.set_color(layer["color"])
            self.fill(bounds, antialias=edges)
        is_clipped = layer.get("masksToBounds")
        if is_clipped:
            context.push_group()
        if "image" in layer:
            self.paint_image(layer["image"], (0, 0, width, height), layer.get("filter") == "linear")
        if "gradient" in layer:
            self.add_gradient(layer["gradient"], width, height)
        if "shape" in layer:
            shape = layer["shape"]
            if "fill" in shape:
                self.set_color(shape["fill"])
                self.fill(shape["path"], shape.get("rule"))
            if "stroke" in shape:
                self.set_color(shape["stroke"])
                self.stroke(shape["path"], shape)
        if "drawing" in layer:
            self.draw(layer["drawing"])
        for sublayer in layer.get("sublayers", []):
            self.add_layer(sublayer)
        if is_clipped:
            # A clip that is set before the group would hold for its content and again for the group.
            content = context.pop_group()
            context.save()
            self.clip(bounds, antialias=edges)
            context.set_source(content)
            context.paint()
            context.restore()
        border = layer.get("borderWidth", 0)
        if border:
            self.set_color(layer.get("borderColor", (0, 0, 0)))
            inner = (border, border, width - 2 * border, height - 2 * border)
            self.fill(bounds + [["rounded", *inner, max(0, radius - border)]], "evenOdd")
        context.restore()

    def add_gradient(self, gradient, width, height):
        (x0, y0), (x1, y1) = gradient["start"], gradient["end"]
        if gradient["kind"] == "axial":
            pattern = cairo.LinearGradient(x0, y0, x1, y1)
            matrix = cairo.Matrix(xx=1 / width, yy=1 / height)
        else:
            pattern = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
            matrix = cairo.Matrix(xx=1 / (abs(x1 - x0) * width), yy=1 / (abs(y1 - y0) * height))
            matrix.translate(-x0 * width, -y0 * height)
        pattern.set_matrix(matrix)
        self.context.set_source(self.add_stops(pattern, gradient))
        self.fill([["rect", 0, 0, width, height]], antialias=cairo.ANTIALIAS_NONE)

    # Shadows

    def add_shadow(self, draw, offset, deviation, color, opacity=1):
        """Paints the blurred alpha of a drawing in a color; offset and deviation are in pixels."""
        margin = math.ceil(5 * deviation + max(map(abs, offset))) + 1
        other = Picture(self.size, self.scale, margin)
        matrix = self.context.get_matrix()
        other.context.set_matrix(matrix * cairo.Matrix(x0=margin - self.margin, y0=margin - self.margin))
        other.context.translate(*self.context.device_to_user_distance(*offset))
        draw(other)
        alpha = gaussian(samples(other.surface)[:, :, 3].astype(float), deviation)
        mask = numpy.zeros((*alpha.shape, 4), numpy.uint8)
        mask[:, :, 3] = numpy.round(alpha)
        self.context.save()
        self.context.identity_matrix()
        red, green, blue, own = (*color, 1)[:4]
        self.context.set_source_rgba(red, green, blue, own * opacity)
        self.context.mask_surface(surface_of(mask), self.margin - margin, self.margin - margin)
        self.context.restore()

    def add_layer_shadow(self, layer):
        shadow = layer["shadow"]
        x, y, width, height = layer["frame"]
        offset = self.context.user_to_device_distance(*shadow["offset"])
        matrix = self.context.get_matrix()
        scale = math.sqrt(abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx))

        def draw(picture):
            picture.add_content(layer, width, height)

        self.add_shadow(draw, offset, shadow["radius"] * scale, shadow["color"], shadow["opacity"])

    # Contexts

    def draw(self, operations):
        context = self.context
        state = {"fill": (0, 0, 0), "shadow": None}
        states = []
        base = context.get_matrix()
        scale = math.sqrt(abs(base.xx * base.yy - base.xy * base.yx))

        def paint(draw):
            if state["shadow"]:
                shadow = state["shadow"]
                offset = base.transform_distance(*shadow["offset"])
                self.add_shadow(draw, offset, shadow["blur"] * scale / 2, shadow["color"])
            draw(self)

        def paint_fill(path, rule=None, antialias=cairo.ANTIALIAS_BEST):
            def draw(picture):
                picture.set_color(state["fill"])
                picture.fill(path, rule, antialias)
            paint(draw)

        for operation in operations:
            name = operation["op"]
            if name == "save":
                context.save()
                states.append(dict(state))
            elif name == "restore":
                context.restore()
                state = states.pop()
            elif name == "concatenate":
                context.transform(cairo.Matrix(*operation["transform"]))
            elif name == "fillColor":
                state["fill"] = operation["color"]
            elif name == "shadow":
                state["shadow"] = operation if "blur" in operation else None
            elif name == "fill":
                paint_fill(operation["path"], operation.get("rule"))
            elif name == "fillRect":
                paint_fill([["rect", *operation["rect"]]], antialias=cairo.ANTIALIAS_NONE)
            elif name == "stroke":
                def draw(picture):
                    picture.set_color(operation["color"])
                    picture.stroke(operation["path"], operation)
                paint(draw)
            elif name == "image":
                paint(lambda picture: picture.paint_image(operation["image"], operation["rect"], False))
            elif name == "clip":
                self.clip(operation["path"], operation.get("rule"))
            elif name == "clipRect":
                self.clip([["rect", *operation["rect"]]])
            elif name in ("linearGradient", "radialGradient"):
                self.draw_gradient(operation)
            else:
                raise ValueError(f"{name}: this operation is not known")

    def draw_gradient(self, operation):
        """Draws a gradient; Cairo continues both ends or none, so ends are continued by circles or points far away."""
        context = self.context
        is_linear = operation["op"] == "linearGradient"
        numbers = (*operation["start"], *operation["end"])
        gradient = self.add_stops(
            cairo.LinearGradient(*numbers) if is_linear else cairo.RadialGradient(*numbers), operation)
        before, after = operation.get("before", False), operation.get("after", False)
        context.save()
        if before and after:
            context.set_source(gradient)
        elif not before and not after:
            gradient.set_extend(cairo.EXTEND_NONE)
            context.set_source(gradient)
        elif after and not is_linear and numbers[2] == 0:
            # From a point on there is nothing before the start.
            context.set_source(gradient)
        else:
            raise ValueError("a gradient that is continued at one end only is not drawn here")
        context.paint()
        context.restore()


def compare(scene, folder):
    """Draws a scene, and returns the largest difference of a sample at each pixel, and the mean of all samples."""
    size = scene["size"]
    picture = Picture(size, scene.get("scale", 1))
    picture.set_color((1, 1, 1))
    picture.context.paint()
    for layer in scene["layers"]:
        picture.add_layer(layer)
    expected = samples(picture.surface)
    path = folder / f"{scene['name']}.bgra"
    ours = numpy.fromfile(path, numpy.uint8)
    if ours.size != expected.size:
        sys.exit(f"compositor-pictures: {path}: the picture has {ours.size} bytes, not {expected.size}; draw it again")
    ours = ours.reshape(expected.shape)
    difference = numpy.abs(ours.astype(int) - expected.astype(int))
    shown = numpy.minimum(16 * difference, 255).astype(numpy.uint8)
    shown[:, :, 3] = 255
    for name, pixels in (("compositor", ours), ("cairo", expected), ("difference", shown)):
        surface_of(pixels.copy()).write_to_png(str(folder / f"{scene['name']}-{name}.png"))
    return difference.max(axis=2), difference.mean()


def is_explained(difference, reasons):
    """Whether the differences of pixels are as large, and as many, as the reasons allow."""
    everywhere = max([TOLERANCE] + [largest for largest, share, _ in reasons if share == 1])
    share = sum(share for _, share, _ in reasons if share < 1)
    largest = max([TOLERANCE] + [largest for largest, _, _ in reasons])
    return difference.max() <= largest and (difference > everywhere).mean() <= share


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    scenes = json.loads(pathlib.Path(sys.argv[1]).read_text())["scenes"]
    folder = pathlib.Path(sys.argv[2])
    failures = 0
    print(f"{'scene':28}{'maximum':>8}{'mean':>8}{'pixels':>8}  samples of 255; pixels above {TOLERANCE}")
    for scene in scenes:
        difference, mean = compare(scene, folder)
        reasons = [REASONS[name] for name in scene.get("expect", [])]
        notes = [sentence for _, _, sentence in reasons] if difference.max() > TOLERANCE else []
        if not is_explained(difference, reasons):
            failures += 1
            notes.insert(0, "NOT EXPLAINED.")
        share = (difference > TOLERANCE).mean()
        print(f"{scene['name']:28}{difference.max():8}{mean:8.3f}{share:8.2%}  {' '.join(notes)}".rstrip())
    print(f"{len(scenes)} scenes, {failures} with differences that are not explained; pictures in {folder}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
