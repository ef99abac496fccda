/// Turns the ground of a patch into colored pixels: tints by height, light from the north-west, snow, shores, rivers
/// and contour lines.
struct GroundPainter: Sendable {
    /// The ground at one pixel.
    private struct Spot {
        var height: Float
        /// The slope, in pixels of height per pixel of distance.
        var east: Float, south: Float, steepness: Float
        /// Unevenness of color, about -1…1.
        var uneven: Float
    }

    private let terrain: Terrain
    private let palette = LandColors()
    // Steps of the palette for a pixel of height.
    private let landSteps: Float
    private let seaSteps: Float
    private let contour: (step: Float, inverse: Float)
    private let snowLine: Float
    private let riverWidth: Float
    // Not static constants, because each access to these checks whether they have been initialized.
    private let sun = LandColors.Color(0.98, 0.93, 0.82, 0) * 0.60
    private let sky = LandColors.Color(0.40, 0.455, 0.55, 0)
    private let snow = LandColors.Color(rgb: 0xFBFCFE)
    private let shore = LandColors.Color(rgb: 0x2C5A66)
    private let water = LandColors.Color(rgb: 0x4F9FB8)
    private let contourInk = LandColors.Color(rgb: 0x6B4A32)

    init(terrain: Terrain) {
        self.terrain = terrain
        landSteps = Float(LandColors.heights / 2) / (terrain.relief * 0.62)
        seaSteps = Float(LandColors.heights / 2) / (terrain.relief * 0.26)
        // Halved until neighboring lines are so close that a screen at full size shows several.
        var interval = terrain.relief / 44
        while interval > 16 { interval /= 2 }
        contour = (interval, 1 / interval)
        snowLine = terrain.relief * 0.52
        riverWidth = terrain.span * 0.0015
    }

    /// Paints one row of a patch.
    ///
    /// - Parameters:
    ///   - patch: the ground.
    ///   - row: the row of the image.
    ///   - columns: the columns of the patch.
    ///   - pixels: receives the row, from the first of `columns`.
    ///   - bytesPerPixel: 3, or 4 for straight alpha after the colors.
    func paint(
        _ patch: GroundPatch, row: Int, columns: Range<Int>, into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerPixel: Int
    ) {
        let ground = patch.pixels
        let above = ground.height.row(row - 1)
        let here = ground.height.row(row)
        let below = ground.height.row(row + 1)
        let moisture = ground.moisture.row(row)
        let grain = ground.grain.row(row)
        let river = ground.river.row(row)
        let riverBelow = ground.river.row(row + 1)
        let alpha = bytesPerPixel == 4 ? ground.alpha.row(row) : nil
        palette.withColors { colors in
            var out = pixels
            for x in columns {
                let east = (here[x + 1] - here[x - 1]) * 0.5
                let south = (below[x] - above[x]) * 0.5
                let spot = Spot(
                    height: here[x], east: east, south: south,
                    steepness: (east * east + south * south).squareRoot(), uneven: grain[x])
                var color: LandColors.Color
                var light: Float
                if spot.height >= 0 {
                    (color, light) = land(spot, moisture: moisture[x], colors)
                    if abs(river[x]) < riverWidth * 3 {
                        let narrowing = abs(river[x + 1] - river[x]) + abs(riverBelow[x] - river[x])
                        let covered = riverCoverage(spot, away: abs(river[x]) / max(narrowing, 0.15))
                        color += (water + spot.uneven * 6 - color) * covered
                    }
                } else {
                    color = sea(spot, colors)
                    light = 0.55
                }
                // The shore is drawn where the height passes zero, as wide as a pixel at any slope.
                let inked = 1.3 - abs(spot.height) / (spot.steepness + 0.01)
                if inked > 0 {
                    color += (shore - color) * (min(inked, 1) * 0.55)
                }
                color *= sky + sun * brightness(spot, light)
                out[0] = Self.sample(color.x)
                out[1] = Self.sample(color.y)
                out[2] = Self.sample(color.z)
                if let alpha {
                    out[3] = Self.sample(clamped(alpha[x] * 1.6 + spot.uneven * 0.05 - 0.2) * 255)
                    if out[3] == 0 {
                        out[0] = 0
                        out[1] = 0
                        out[2] = 0
                    }
                }
                out += bytesPerPixel
            }
        }
    }

    /// Returns the unlit color of land, and the strength of light and shadow there.
    @inline(__always)
    private func land(
        _ spot: Spot, moisture: Float, _ colors: UnsafePointer<LandColors.Color>
    ) -> (color: LandColors.Color, light: Float) {
        let level = spot.height * landSteps
        let step = max(0, min(Int(level + spot.uneven * 7), LandColors.heights / 2 - 1))
        let damp = moisture + spot.uneven * 0.10
        let wetness = Int(clamped(damp) * Float(LandColors.moistures - 1))
        var color = colors[wetness * LandColors.heights + LandColors.heights / 2 + step]
        // Woods: the wetter half of the plains is mottled with dark crowns.
        let wood = clamped((damp + spot.uneven * 0.35 - 0.62) * 5) * clamped(2.2 - level * (1 / 110))
        color -= color * (0.26 * wood)
        color += color * (spot.uneven * 0.09)
        color += (contourInk - color) * (contourCoverage(spot) * 0.38)
        let frost = clamped((spot.height - snowLine + spot.uneven * terrain.relief * 0.012) * (26 / terrain.relief))
        if frost > 0 {
            color += (snow - color) * (frost * clamped(1.55 - spot.steepness * 0.42))
        }
        // Snow scatters so much light that its shadows are paler than those of rock.
        return (color, 1 - 0.38 * frost)
    }

    /// Returns the unlit color of the sea.
    @inline(__always)
    private func sea(_ spot: Spot, _ colors: UnsafePointer<LandColors.Color>) -> LandColors.Color {
        let step = max(-LandColors.heights / 2, min(Int(spot.height * seaSteps - spot.uneven * 2.5), -1))
        var color = colors[LandColors.heights / 2 + step]
        color += color * (spot.uneven * 0.065)
        return color + color * (contourCoverage(spot) * 0.10)
    }

    /// Returns the share of a pixel that a contour line covers; lines are about a pixel wide at any slope.
    @inline(__always)
    private func contourCoverage(_ spot: Spot) -> Float {
        let steps = abs(spot.height) * contour.inverse
        let away = abs(steps - Float(Int32(steps + 0.5))) * contour.step
        return clamped(1 - away / (spot.steepness + 0.02))
    }

    /// Returns the share of a pixel that a river at a distance covers; rivers are wide in plains and end in mountains.
    @inline(__always)
    private func riverCoverage(_ spot: Spot, away: Float) -> Float {
        let width = riverWidth * clamped(1 - spot.height * landSteps * (1 / 210))
        return clamped(width - away + 0.5) * clamped(width)
    }

    /// Returns the brightness of a slope under a sun in the north-west, about 1 for level ground.
    ///
    /// Light that would turn negative fades out instead, as shadows in mountains are full of scattered light.
    @inline(__always)
    private func brightness(_ spot: Spot, _ light: Float) -> Float {
        let slope = light / (1 + 0.22 * spot.steepness)
        let across = slope * spot.steepness
        let facing = (1 - (spot.east + spot.south) * 0.74 * slope) / (1 + 0.9 * across * across).squareRoot()
        return 0.5 * (facing + (facing * facing + 0.10).squareRoot())
    }

    /// Rounds a number to a sample and clamps it to 0…255.
    @inline(__always)
    private static func sample(_ value: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Int32((value < 0 ? 0 : value > 255 ? 255 : value) + 0.5))
    }
}
