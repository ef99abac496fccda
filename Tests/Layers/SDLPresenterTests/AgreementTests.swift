import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// Frames that SDL's renderer and the compositor must draw alike.
@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct AgreementTests {
    private let canvas = TestCanvas(160, 120, background: Color(red: 0.9, green: 0.9, blue: 0.85))

    /// Smooth color gradients, with at most 8 steps from one pixel to the next.
    private let soft = buffer(96, 80) { x, y in
        func wave(_ position: Int, _ length: Int) -> UInt32 {
            let part = position % (2 * length)
            return UInt32((part < length ? part : 2 * length - part) * 224 / length)
        }
        return 0xFF00_0000 | wave(x, 48) << 16 | wave(y, 40) << 8 | wave(x + y, 64)
    }

    /// The same gradients, transparent toward the right edge.
    private var fading: PixelBuffer {
        buffer(96, 80, isOpaque: false) { x, y in
            let alpha = UInt32(255 - x * 2)
            return [0, 8, 16].reduce(alpha << 24) { $0 | (soft[x, y] >> $1 & 255) * alpha / 255 << $1 }
        }
    }

    /// Hard edges: a letter F in blue on yellow, with a black border of one pixel.
    private let letter = buffer(24, 32) { x, y in
        if x == 0 || y == 0 || x == 23 || y == 31 { return 0xFF00_0000 }
        let isLetter = (5..<9).contains(x) && (4..<28).contains(y) || (9..<19).contains(x) && [4, 5, 6, 7].contains(y)
        return isLetter || (9..<15).contains(x) && (14..<18).contains(y) ? 0xFF10_20D0 : 0xFFF0_E040
    }

    private func turned(_ angle: Double, x: Double, y: Double, scale: Double = 1) -> Projection {
        Projection(AffineTransform(translationX: x, y: y).rotated(angle).scaled(x: scale, y: scale))
    }

    private func tilted(_ angle: Double, about axis: (x: Double, y: Double, z: Double)) -> Projection {
        Projection(
            Transform3D(rotation: angle, x: axis.x, y: axis.y, z: axis.z)
                .followed(by: Transform3D(perspectiveDistance: 250))
                .followed(by: Transform3D(translationX: 80, y: 60)))
    }

    /// In perspective, the compositor chooses the mip levels once for 16 pixels.
    private func perspectiveTolerance(_ filter: ContentsFilter) -> Int { filter == .trilinear ? 3 : 2 }

    @Test(arguments: [ContentsFilter.nearest, .linear, .trilinear, .supersampled])
    func `tiles with shared edges at a scale of 1.37`(filter: ContentsFilter) throws {
        let tiles = (0..<9).map { index in
            buffer(40, 40) { x, y in
                0xFF00_0000 | UInt32(x * 4 + index * 9) << 16 | UInt32(y * 4 + index * 8) << 8 | UInt32((x + y) * 3)
            }
        }
        let view = Projection(scaleX: 1.37, y: 1.37).followed(by: Projection(translationX: -7.3, y: -11.6))
        let items = try tiles.enumerated().map { index, tile in
            try canvas.quad(
                tile, in: rect(Double(index % 3) * 40, Double(index / 3) * 40, 40, 40), filter: filter, by: view)
        }
        try expectAgreement(canvas.showing(items), as: "tiles-\(filter)")
    }

    @Test(arguments: [0.3, 1, 2.5])
    func `smooth contents, rotated, faded and of any size`(scale: Double) throws {
        for filter in [ContentsFilter.linear, .trilinear] {
            try expectAgreement(
                canvas.showing([
                    try canvas.quad(
                        soft, in: rect(-48, -40, 96, 80), filter: filter, opacity: 0.7,
                        by: turned(0.4, x: 80, y: 60, scale: scale)),
                    try canvas.quad(fading, in: rect(3.3, 2.6, 40, 30), filter: filter),
                ]), as: "soft-\(filter)-\(scale)")
        }
    }

    @Test(arguments: [2, 3.5, 7])
    func `hard edges, magnified`(scale: Double) throws {
        for filter in [ContentsFilter.nearest, .linear] {
            try expectAgreement(
                canvas.showing([
                    try canvas.quad(letter, in: rect(5, 5, 24 * scale, 32 * scale), filter: filter)
                ]), as: "letter-\(filter)-\(scale)")
        }
    }

    @Test(arguments: [0.6, 0.4, 0.25, 0.07])
    func `hard edges, minified with mip levels`(scale: Double) throws {
        let items = try [1, 0.5].enumerated().map { index, opacity in
            try canvas.quad(
                letter, in: rect(10.2, 10.7 + Double(index) * 50, 24 * scale, 32 * scale), filter: .trilinear,
                opacity: opacity)
        }
        try expectAgreement(canvas.showing(items), as: "small-\(scale)")
    }

    @Test func `parts of an atlas, and nine of them that stretch`() throws {
        var items: [RenderItem] = []
        let columns = [0.0, 6, 18, 24]
        let rows = [0.0, 8, 24, 32]
        let lefts = [10.0, 22, 130, 142]
        let tops = [10.0, 26, 95, 111]
        for row in 0..<3 {
            for column in 0..<3 {
                items.append(
                    try canvas.quad(
                        letter,
                        in: rect(
                            lefts[column], tops[row], lefts[column + 1] - lefts[column], tops[row + 1] - tops[row]),
                        source: rect(
                            columns[column], rows[row], columns[column + 1] - columns[column],
                            rows[row + 1] - rows[row])))
            }
        }
        try expectAgreement(canvas.showing(items), as: "nine")
    }

    @Test(arguments: [ContentsFilter.linear, .trilinear], [0.5, -1.1, 1.3])
    func `smooth contents in perspective`(filter: ContentsFilter, angle: Double) throws {
        for (number, axis) in [(0.0, 1.0, 0.0), (1, 0.2, 0.3)].enumerated() {
            try expectAgreement(
                canvas.showing([
                    try canvas.quad(
                        soft, in: rect(-70, -55, 140, 110), filter: filter,
                        by: tilted(angle, about: (axis.0, axis.1, axis.2)))
                ]), as: "perspective-\(filter)-\(angle)-\(number)", tolerance: perspectiveTolerance(filter))
        }
    }

    @Test func `nested groups, and a cross-fade`() throws {
        let quads = [
            try canvas.quad(soft, in: rect(10, 10, 96, 80)),
            try canvas.quad(letter, in: rect(60, 40, 48, 64), by: turned(0.1, x: 4, y: -6)),
            try canvas.quad(Color(red: 0, green: 0.5, blue: 0, alpha: 0.6), in: rect(30.4, 20.5, 50, 50)),
        ]
        let fade = canvas.group(
            [
                canvas.group([try canvas.quad(soft, in: rect(100, 10, 50, 40))], opacity: 0.3),
                canvas.group([try canvas.quad(fading, in: rect(100, 10, 50, 40))], opacity: 0.7, blendMode: .add),
            ], opacity: 1)
        let inner = canvas.group(quads, opacity: 0.5)
        try expectAgreement(
            canvas.showing([
                canvas.group([inner, try canvas.quad(Color.black, in: rect(0, 0, 30, 30))], opacity: 0.8), fade,
            ]), as: "groups")
    }

    @Test func `a rotated clip, in perspective too`() throws {
        let first = try #require(PixelPolygon(rect(-50, -30, 100, 60), projectedBy: turned(0.5, x: 80, y: 60)))
        let second = try #require(PixelPolygon(rect(-60, -50, 120, 100), projectedBy: tilted(0.8, about: (0, 1, 0.2))))
        let clip = RenderClip(bounds: PixelRect(x: 20, y: 10, width: 110, height: 95))
            .intersection(first).intersection(second)
        try expectAgreement(
            canvas.showing([
                try canvas.quad(soft, in: rect(0, 0, 160, 120), clip: clip),
                try canvas.quad(
                    Color(red: 0.5, green: 0, blue: 0.5, alpha: 0.5), in: rect(-40, -40, 80, 80),
                    by: tilted(-0.7, about: (1, 0, 0)), clip: clip),
            ]), as: "clips")
    }

    @Test(arguments: [ContentsFilter.nearest, .linear, .trilinear, .supersampled])
    func `contents in pieces`(filter: ContentsFilter) throws {
        let window = try acceleratedWindow(width: 160, height: 120) { $0.maximumTextureSize = 20 }
        // An eighth of a pixel makes another pixel the nearest here and there, and a neighbor is up to 8 steps
        // brighter.
        let tolerance = filter == .nearest ? 8 : perspectiveTolerance(filter)
        try expectAgreement(
            canvas.showing([
                try canvas.quad(
                    soft, in: rect(-48, -40, 96, 80), filter: filter, by: turned(-0.3, x: 80, y: 60, scale: 0.8)),
                try canvas.quad(
                    soft, in: rect(-20, -20, 40, 40), filter: filter, by: tilted(0.9, about: (0.3, 1, 0))),
            ]), as: "pieces-\(filter)", tolerance: tolerance, in: window)
    }
}
