internal import TilePyramid

extension MapOverlay {
    private struct Town {
        var x: Float, y: Float
        var bits: UInt32
    }

    /// Adds towns and the straight roads between them, in sizes that grow with their distances.
    func addRoads(_ rows: ClosedRange<Float>, to shapes: inout [any OverlayShape]) {
        var (spacing, width, kind): (Float, Float, UInt32) = (620, 2, 40)
        while spacing < longestSide * 0.8 && kind < 44 {
            addRoads(rows, spacing: spacing, width: width, kind: kind, to: &shapes)
            spacing *= 5
            width *= 2.3
            kind += 1
        }
    }

    private func addRoads(
        _ rows: ClosedRange<Float>, spacing: Float, width: Float, kind: UInt32, to shapes: inout [any OverlayShape]
    ) {
        let cells = cellRows(rows, spacing: spacing, reach: 30)
        let lines = cells.lowerBound - 1...cells.upperBound + 1
        let columns = cellColumns(spacing: spacing)
        let towns = lines.map { row in columns.map { town($0, row, spacing: spacing, kind: kind) } }
        var roads: [(Town, Town)] = []
        for line in towns.indices {
            for column in 0..<columns.count {
                guard let town = towns[line][column] else { continue }
                for (across, down) in [(1, 0), (0, 1), (1, 1)] {
                    guard line + down < towns.count, column + across < towns[line].count,
                        let other = towns[line + down][column + across],
                        (across != down || town.bits & 0x300 == 0), isOnLand(town, other)
                    else { continue }
                    roads.append((town, other))
                }
            }
        }
        let fill = kind == 40 ? Self.road : Self.highway
        for (extra, color, opacity) in [(width * 0.9, Self.casing, Float(0.75)), (0, fill, 1)] {
            for (a, b) in roads {
                shapes.append(
                    OverlayLine(
                        x0: a.x, y0: a.y, x1: b.x, y1: b.y, width: width + extra, color: color, opacity: opacity))
            }
        }
        for case let town? in towns.joined() {
            add(town, width: width, kind: kind, to: &shapes)
        }
    }

    private func add(_ town: Town, width: Float, kind: UInt32, to shapes: inout [any OverlayShape]) {
        for (size, color) in [(width * 4.4, Self.ink), (width * 2.6, Self.paper)] {
            shapes.append(OverlayRing(x: town.x, y: town.y, radius: 0, width: size, color: color, opacity: 1))
        }
        let style = OverlayText.Style(
            height: width * 6.5, weight: kind == 40 ? 0.13 : 0.16, spacing: 0.03, ink: Self.ink, halo: Self.paper,
            haloOpacity: 0.72)
        shapes.append(
            OverlayText(
                PlaceNames.town(town.bits), x: town.x + width * 3.6, top: town.y - width * 3.2, style: style))
    }

    private func town(_ column: Int, _ row: Int, spacing: Float, kind: UInt32) -> Town? {
        let bits = bits(column, row, kind)
        let x = (Float(column) + 0.15 + 0.7 * Float(bits & 0xFFF) / 4095) * spacing
        let y = (Float(row) + 0.15 + 0.7 * Float(bits >> 12 & 0xFFF) / 4095) * spacing
        let height = terrain.sample(Double(x), Double(y)).height / terrain.relief
        return height > 0.012 && height < 0.40 ? Town(x: x, y: y, bits: Hash.mix(bits, 1, salt)) : nil
    }

    private func isOnLand(_ a: Town, _ b: Town) -> Bool {
        (1..<8).allSatisfy { step in
            let t = Float(step) / 8
            let ground = terrain.sample(Double(mixed(a.x, b.x, t)), Double(mixed(a.y, b.y, t)))
            return ground.height > 0 && ground.height < terrain.relief * 0.6
        }
    }

    /// Adds the names of seas, slanted and wide, and of lands, in sizes that grow with the region.
    func addRegions(_ rows: ClosedRange<Float>, to shapes: inout [any OverlayShape]) {
        var spacing: Float = longestSide < 3000 ? longestSide / 3 : 1500
        var kind: UInt32 = 60
        while spacing < longestSide * 0.7 && kind < 65 {
            for row in cellRows(rows, spacing: spacing, reach: spacing * 0.05) {
                for column in cellColumns(spacing: spacing) {
                    addRegion(bits(column, row, kind), column, row, spacing, to: &shapes)
                }
            }
            spacing *= 3
            kind += 1
        }
    }

    private func addRegion(
        _ bits: UInt32, _ column: Int, _ row: Int, _ spacing: Float, to shapes: inout [any OverlayShape]
    ) {
        let x = (Float(column) + 0.3 + 0.4 * Float(bits & 0xFF) / 255) * spacing
        let y = (Float(row) + 0.2 + 0.6 * Float(bits >> 8 & 0xFF) / 255) * spacing
        // A name that the border would cut off is left out.
        guard x > spacing * 0.25, x < Float(size.width) - spacing * 0.25 else { return }
        let height = terrain.sample(Double(x), Double(y)).height / terrain.relief
        let capitals = spacing * 0.021
        if height < -0.02 {
            let style = OverlayText.Style(
                height: capitals, weight: 0.10, spacing: 0.55, slant: 0.24, ink: Self.seaInk, opacity: 0.85)
            let name = PlaceNames.sea(Hash.mix(bits, 3, salt))
            shapes.append(OverlayText(name, x: x, top: y, alignment: 0.5, style: style))
        } else if height > 0.06 {
            let style = OverlayText.Style(
                height: capitals, weight: 0.11, spacing: 0.75, ink: Self.paper, opacity: 0.95,
                halo: SIMD4(rgb: 0x3A2A20), haloOpacity: 0.34)
            let name = PlaceNames.land(Hash.mix(bits, 3, salt))
            shapes.append(OverlayText(name, x: x, top: y, alignment: 0.5, style: style))
        }
    }
}
