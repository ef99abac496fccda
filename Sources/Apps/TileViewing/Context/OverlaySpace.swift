internal import LayerTree
internal import VectorDrawing

/// The free part of a window, as the largest rectangles that are free; they overlap each other.
struct OverlaySpace: Hashable, Sendable {
    /// The free rectangles, none of which lies in another one.
    private(set) var free: [Rect]
    /// The length of a pixel in points; all edges are on whole pixels.
    private let pixel: Double

    /// Creates a space of which everything is free.
    init(_ area: Rect, pixel: Double) {
        free = area.isEmpty ? [] : [area]
        self.pixel = pixel
    }

    /// Takes a rectangle, and a gap around it, from the free space.
    ///
    /// - Complexity: O(n²) for n free rectangles, of which there are some dozens at most.
    mutating func occupy(_ rect: Rect, gap: Double) {
        let taken = Rect(
            x: rect.minX - gap, y: rect.minY - gap, width: rect.size.width + 2 * gap, height: rect.size.height + 2 * gap
        )
        var untouched: [Rect] = []
        var pieces: [Rect] = []
        for area in free {
            guard area.intersection(taken) != nil else {
                untouched.append(area)
                continue
            }
            func add(_ x: Double, _ y: Double, _ right: Double, _ bottom: Double) {
                let piece = Rect(x: x, y: y, width: right - x, height: bottom - y)
                // What is narrower than a pixel is an error of rounding.
                if piece.size.width >= pixel, piece.size.height >= pixel { pieces.append(piece) }
            }
            add(area.minX, area.minY, taken.minX, area.maxY)
            add(taken.maxX, area.minY, area.maxX, area.maxY)
            add(area.minX, area.minY, area.maxX, taken.minY)
            add(area.minX, taken.maxY, area.maxX, area.maxY)
        }
        for (index, piece) in pieces.enumerated() {
            let isPart =
                untouched.contains { $0.covers(piece) }
                || pieces.enumerated().contains { other, area in
                    other != index && area.covers(piece) && (area != piece || other < index)
                }
            if !isPart { untouched.append(piece) }
        }
        free = untouched
    }

    /// Returns the best free frame for an overlay in a region, which the request's own region is a part of.
    ///
    /// A frame that shows everything is better than one that does not, then one that shows more, then one that is nearer to the
    /// overlay's anchor.
    ///
    /// - Returns: nil if nothing free is large enough.
    func frame(for request: OverlayRequest, in region: Rect) -> Rect? {
        let home = region.point(at: request.anchor.home)
        var best: (frame: Rect, lost: Double, cost: Double)?
        for (index, wanted) in request.sizes.enumerated() where wanted.width > 0 && wanted.height > 0 {
            let size = Size(width: roundedUp(wanted.width), height: roundedUp(wanted.height))
            for area in free {
                guard let room = area.intersection(region),
                    let frame = frame(of: size, at: home, in: room, for: request),
                    !request.staysAtEdge || request.anchor.isAtEdge(frame, of: region, within: pixel / 2)
                else { continue }
                let share = frame.size.width * frame.size.height / (size.width * size.height)
                let lost = max(0, ((1 - share) * 1000).rounded())
                let cost = Double(index) * request.stepCost + request.anchor.distance(of: frame, from: home)
                if best.map({ (lost, cost) < ($0.lost, $0.cost) }) ?? true { best = (frame, lost, cost) }
            }
        }
        return best?.frame
    }

    /// The frame of a size, or as much of it as there is room for, as near to its home as it can be.
    private func frame(of size: Size, at home: Point, in room: Rect, for request: OverlayRequest) -> Rect? {
        let width = min(size.width, room.size.width)
        let height = min(size.height, room.size.height)
        let least = request.minimum ?? size
        // Sums of lengths differ by errors of rounding.
        guard width > min(least.width, size.width) - pixel / 2, height > min(least.height, size.height) - pixel / 2
        else {
            return nil
        }
        let point = request.anchor.point
        func position(_ home: Double, _ length: Double, _ start: Double, _ end: Double, _ share: Double) -> Double {
            let wanted = ((home - share * length) / pixel).rounded() * pixel
            return max(start, min(wanted, end - length))
        }
        return Rect(
            x: position(home.x, width, room.minX, room.maxX, point.x),
            y: position(home.y, height, room.minY, room.maxY, point.y), width: width, height: height)
    }

    private func roundedUp(_ length: Double) -> Double { (length / pixel - 1e-6).rounded(.up) * pixel }
}

extension OverlayAnchor {
    /// The distance of a frame from its home in points; overlays at a side or in the middle of an edge shift along it easily.
    fileprivate func distance(of frame: Rect, from home: Point) -> Double {
        let offset = frame.point(at: point) - home
        let across = point.x == 0.5 ? Self.alongEdge : Self.acrossWindow
        let down = point.y == 0.5 && point.x != 0.5 ? Self.alongEdge : 1
        return abs(offset.x) * across + abs(offset.y) * down
    }

    /// The weight of a shift along the edge in the middle of which an overlay is.
    private static let alongEdge = 0.25
    /// The weight of a shift from a corner into the window, so that overlays rather lie below each other.
    private static let acrossWindow = 2.0

    /// Whether a frame is at one of the edges of a region at which the anchor is.
    fileprivate func isAtEdge(_ frame: Rect, of region: Rect, within tolerance: Double) -> Bool {
        point.x == 0 && frame.minX <= region.minX + tolerance || point.x == 1 && frame.maxX >= region.maxX - tolerance
            || point.y == 0 && frame.minY <= region.minY + tolerance
            || point.y == 1 && frame.maxY >= region.maxY - tolerance
    }
}

extension Rect {
    /// Whether another rectangle lies in this one.
    fileprivate func covers(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
}
