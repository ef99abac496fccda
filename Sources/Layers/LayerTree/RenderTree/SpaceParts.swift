internal import TilePyramid

/// The layers of a space in drawing order, divided into parts where they cut each other.
///
/// Layers are ordered by their depth where they overlap. Layers for which there is no order, because they cut each other or
/// overlap in a cycle as shingles do, are divided along the plane of the largest one of them: one part lies before that plane
/// and the other one behind it (Fuchs, Kedem and Naylor, On Visible Surface Generation by A Priori Tree Structures, 1980).
/// Planes that are in order are not divided.
package struct SpaceParts {
    /// The maximum number of parts in a space, 256, layers that are not divided included.
    ///
    /// Beyond it, a layer that cuts another one is drawn as a whole, in front if it is nearer where both differ most. A space
    /// with more layers orders them by their centers.
    package static let limit = 256

    /// The parts in drawing order.
    private(set) var parts: [SpacePart] = []
    /// The lines along which layers are divided.
    private(set) var cuts: [SpaceCut] = []

    private let planes: [SeenPlane?]
    /// The pixels that each layer draws.
    private let drawn: [PixelRect]
    private let visible: SeenPolygon
    /// The number of parts so far.
    private var count: Int

    /// The width in pixels below which no part is divided: the grid of outlines.
    private static let leastWidth = 1 / Double(PixelPolygon.subpixels)

    /// Divides and orders layers; nil if the present order is right without dividing any.
    ///
    /// - Parameters:
    ///   - planes: the planes of the layers; nil for a layer of which nothing can be compared.
    ///   - crossings: the pairs of layers that may cut each other.
    ///   - order: the indices of the layers in their present order.
    ///   - drawn: the pixels that each layer draws.
    ///   - visible: all visible pixels, with a margin.
    /// - Complexity: O(n²) for n parts that overlap in no cycle, at most O(n³).
    init?(
        _ planes: [SeenPlane?], crossings: [DepthPlane.Crossing], order: [Int], drawn: [PixelRect], visible: SeenPolygon
    ) {
        guard planes.count < Self.limit else { return nil }
        self.planes = planes
        self.drawn = drawn
        self.visible = visible
        count = planes.count
        var ranks = [Int](repeating: 0, count: planes.count)
        for (rank, layer) in order.enumerated() { ranks[layer] = rank }
        let isRight = crossings.allSatisfy { crossing in
            guard let first = planes[crossing.first], let second = planes[crossing.second] else { return true }
            let common = first.outline.intersection(second.outline)
            guard common.area > SeenPlane.leastArea else { return true }
            switch first.relation(to: second, in: common) {
            case .nearer: return ranks[crossing.second] < ranks[crossing.first]
            case .farther: return ranks[crossing.first] < ranks[crossing.second]
            case .coplanar: return true
            case .mixed: return false
            }
        }
        guard !isRight else { return nil }
        let whole = order.map {
            SpacePart(layer: $0, area: visible, polygon: planes[$0]?.outline ?? SeenPolygon([]))
        }
        parts = sorted(whole).flatMap { subdivided($0) }
    }

    // MARK: Ordering

    /// Returns parts in drawing order; those without an order are divided.
    private mutating func sorted(_ all: [SpacePart]) -> [SpacePart] {
        guard all.count > 1 else { return all }
        let farther = predecessors(all)
        var result: [SpacePart] = []
        var isLeft = [Bool](repeating: true, count: all.count)
        var left = Array(all.indices)
        while !left.isEmpty {
            if let next = left.firstIndex(where: { farther[$0].allSatisfy { !isLeft[$0] } }) {
                isLeft[left[next]] = false
                result.append(all[left.remove(at: next)])
                continue
            }
            // The smallest set of parts that are behind each other, with no others behind them.
            let sets = left.map { Self.reachable(from: $0, by: farther, among: isLeft) }
            guard let cycle = sets.min(by: { $0.count < $1.count }) else { break }
            result += divided(cycle.sorted().map { all[$0] })
            for index in cycle { isLeft[index] = false }
            left.removeAll { !isLeft[$0] }
        }
        return result
    }

    /// Returns the indices of the parts behind each part; of two that cut each other, each is behind the other one.
    private func predecessors(_ all: [SpacePart]) -> [[Int]] {
        var farther = [[Int]](repeating: [], count: all.count)
        for one in all.indices {
            for other in all[..<one].indices {
                switch relation(all[one], all[other]) {
                case .nearer: farther[one].append(other)
                case .farther: farther[other].append(one)
                case .mixed:
                    farther[one].append(other)
                    farther[other].append(one)
                case .coplanar, nil: break
                }
            }
        }
        return farther
    }

    private static func reachable(from start: Int, by edges: [[Int]], among isLeft: [Bool]) -> Set<Int> {
        var found: Set<Int> = []
        var next = [start]
        while let index = next.popLast() {
            next += edges[index].filter { isLeft[$0] && found.insert($0).inserted }
        }
        return found
    }

    /// Returns the depth of a part relative to another one; nil if the order does not matter.
    private func relation(_ one: SpacePart, _ other: SpacePart) -> SeenPlane.Relation? {
        guard one.canOverlap(other), let plane = planes[one.layer], let otherPlane = planes[other.layer] else {
            return nil
        }
        let common = one.polygon.intersection(other.polygon)
        guard common.area > SeenPlane.leastArea else { return nil }
        switch plane.relation(to: otherPlane, in: common) {
        case .coplanar: return one.layer < other.layer ? .farther : .nearer
        case .mixed: return one.isOutside || other.isOutside ? nil : .mixed
        case .nearer: return .nearer
        case .farther: return .farther
        }
    }

    // MARK: Dividing

    /// Returns parts in drawing order, divided by the plane of the largest one.
    private mutating func divided(_ all: [SpacePart]) -> [SpacePart] {
        func size(_ part: SpacePart) -> Double { part.isOutside ? 0 : part.polygon.area }
        guard let largest = all.max(by: { size($0) < size($1) }), let plane = planes[largest.layer] else { return all }
        var behind: [SpacePart] = []
        var within: [SpacePart] = []
        var before: [SpacePart] = []
        for part in all {
            guard part.layer != largest.layer, let own = planes[part.layer] else {
                within.append(part)
                continue
            }
            switch own.relation(to: plane, in: part.polygon) {
            case .coplanar: within.append(part)
            case .nearer: before.append(part)
            case .farther: behind.append(part)
            case .mixed:
                let difference = own.depth - plane.depth
                if !part.isOutside, let both = halves(of: part, along: difference) {
                    if let half = both.positive { before.append(half) }
                    if let half = both.negative { behind.append(half) }
                } else {
                    let range = part.polygon.range(of: difference)
                    if range.upperBound >= -range.lowerBound { before.append(part) } else { behind.append(part) }
                }
            }
        }
        within.sort { $0.layer < $1.layer }
        return sorted(behind) + within + sorted(before)
    }

    /// Divides a part along the line where a function is 0; nil if it is too narrow, or there are too many parts.
    private mutating func halves(
        of part: SpacePart, along line: LinearForm
    ) -> (positive: SpacePart?, negative: SpacePart?)? {
        guard let distance = line.distance, canDivide(part, along: distance) else { return nil }
        let known = cuts.firstIndex {
            $0.layer == part.layer && $0.distance.coefficients == distance.coefficients
        }
        if known == nil { cuts.append(SpaceCut(layer: part.layer, distance: distance, visible: visible)) }
        return halves(of: part, alongCut: known ?? cuts.count - 1)
    }

    private func canDivide(_ part: SpacePart, along distance: LinearForm) -> Bool {
        let range = part.polygon.range(of: distance)
        return range.lowerBound < -Self.leastWidth && range.upperBound > Self.leastWidth && count < Self.limit
    }

    /// Divides a part along a cut; a half in which the layer draws nothing is nil.
    private mutating func halves(
        of part: SpacePart, alongCut cut: Int
    ) -> (positive: SpacePart?, negative: SpacePart?) {
        count += 1
        let areas = part.area.divided(by: cuts[cut].distance)
        func half(_ area: SeenPolygon, _ isPositive: Bool) -> SpacePart? {
            let sides = part.sides + [SpacePart.Side(cut: cut, isPositive: isPositive)]
            if let inside = planes[part.layer]?.outline.intersection(area), inside.area > SeenPlane.leastArea {
                return SpacePart(layer: part.layer, area: area, sides: sides, polygon: inside)
            }
            let outside = SeenPolygon(drawn[part.layer]).intersection(area)
            guard !outside.isEmpty else { return nil }
            return SpacePart(layer: part.layer, area: area, sides: sides, polygon: outside, isOutside: true)
        }
        return (half(areas.positive, true), half(areas.negative, false))
    }

    /// Divides a part of a divided layer along the layer's other cuts.
    ///
    /// All parts of a layer then have the same corners: a corner of one on an edge of another would open a gap when it is
    /// rounded.
    private mutating func subdivided(_ part: SpacePart) -> [SpacePart] {
        guard !part.sides.isEmpty else { return [part] }
        var result = [part]
        for cut in cuts.indices where cuts[cut].layer == part.layer && !part.sides.contains(where: { $0.cut == cut }) {
            var divided: [SpacePart] = []
            for part in result {
                if canDivide(part, along: cuts[cut].distance) {
                    let both = halves(of: part, alongCut: cut)
                    divided += [both.positive, both.negative].compactMap(\.self)
                } else {
                    divided.append(part)
                }
            }
            result = divided
        }
        return result
    }
}
