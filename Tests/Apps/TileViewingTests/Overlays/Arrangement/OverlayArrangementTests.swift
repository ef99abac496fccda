import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The places of overlays in windows of several sizes.
@Suite(.timeLimited) struct OverlayArrangementTests {
    private func arrangement(_ samples: [OverlaySample], in layout: OverlayLayout) -> OverlayArrangement {
        OverlayArrangement(samples.map { $0.request(in: layout) }, in: layout)
    }

    private func frame(_ sample: OverlaySample, in arrangement: OverlayArrangement) -> Rect? {
        arrangement.frames[OverlayID("\(sample)")]
    }

    /// The fault of an arrangement; nil if there is none.
    private func fault(of samples: [OverlaySample], in layout: OverlayLayout) -> String? {
        let arrangement = arrangement(samples, in: layout)
        let frames = Array(arrangement.frames)
        let window = Rect(origin: .zero, size: layout.size)
        for (index, one) in frames.enumerated() {
            let edges = [one.value.minX, one.value.minY, one.value.maxX, one.value.maxY].map { $0 * layout.scale }
            if edges.contains(where: { abs($0 - $0.rounded()) > 1e-6 }) { return "\(one.key.name) is between pixels" }
            if one.value.isEmpty || !window.encloses(one.value) {
                return "\(one.key.name) leaves the window"
            }
            for other in frames[..<index] where one.value.intersection(other.value) != nil {
                return "\(one.key.name) meets \(other.key.name)"
            }
        }
        for sample in samples where frame(sample, in: arrangement) == nil {
            let request = sample.request(in: layout)
            if request.kind.isNeeded, request.kind != .panel { return "\(sample) has no place" }
            if request.kind == .panel, !arrangement.closed.contains(request.id) { return "\(sample) is not closed" }
        }
        let panels = samples.filter { $0.request(in: layout).kind == .panel }
        if samples.count == 1, !arrangement.closed.isEmpty { return "\(samples[0]) has no place alone" }
        // What is closed is what was opened first.
        let closed = panels.filter { arrangement.closed.contains(OverlayID("\($0)")) }
        if closed != Array(panels.sorted { $0.rawValue < $1.rawValue }.prefix(closed.count)) {
            return "another panel than the oldest was closed"
        }
        return nil
    }

    @Test(arguments: OverlayWindows.layouts)
    func `no two overlays of any three meet, and all lie in the window on whole pixels`(layout: OverlayLayout) {
        let all = OverlaySample.allCases
        for first in all.indices {
            #expect(fault(of: [all[first]], in: layout) == nil, "\(all[first])")
            for second in all.indices where second > first {
                let fault = fault(of: [all[first], all[second]], in: layout)
                #expect(fault == nil, "\(all[first]), \(all[second])")
                for third in all.indices where third > second {
                    let fault = self.fault(of: [all[first], all[second], all[third]], in: layout)
                    #expect(fault == nil, "\(all[first]), \(all[second]), \(all[third])")
                }
            }
        }
    }

    @Test(arguments: OverlayWindows.sizes)
    func `nor do they if all are open at once`(size: Size) {
        #expect(fault(of: OverlaySample.allCases.filter { $0 != .start }, in: OverlayLayout(size: size)) == nil)
    }

    @Test(arguments: [(300, 200), (200, 120), (100, 60), (40, 30), (1, 1), (0, 0)] as [(Double, Double)])
    func `in windows that are too small for most, what is left does not meet`(width: Double, height: Double) {
        let layout = OverlayLayout(size: Size(width: width, height: height))
        let frames = Array(arrangement(OverlaySample.allCases, in: layout).frames.values)
        for (index, frame) in frames.enumerated() {
            #expect(Rect(x: 0, y: 0, width: width, height: height).encloses(frame))
            #expect(frames[..<index].allSatisfy { $0.intersection(frame) == nil })
        }
    }

    @Test(arguments: [(390, 290), (300, 200), (200, 120), (120, 90)] as [(Double, Double)])
    func `in a small window a panel scrolls above the status line, and is not closed`(width: Double, height: Double) {
        let layout = OverlayLayout(size: Size(width: width, height: height))
        for panel in [OverlaySample.information, .adjustment, .statistics] {
            let arrangement = arrangement([.status, .map, .scaleBar, panel], in: layout)
            #expect(arrangement.closed.isEmpty && frame(panel, in: arrangement) != nil, "\(panel)")
            #expect(frame(.status, in: arrangement) != nil)
        }
    }

    @Test func `what has no place without panels either closes none`() {
        let layout = OverlayLayout(size: Size(width: 300, height: 200))
        let wide = OverlayRequest(
            OverlayID("wide"), .message, at: .bottom, sizes: [Size(width: 500, height: 34)])
        let samples = [OverlaySample.status, .information].map { $0.request(in: layout) }
        let arrangement = OverlayArrangement(samples + [wide], in: layout)
        #expect(arrangement.closed.isEmpty && arrangement.frames[wide.id] == nil)
        #expect(frame(.information, in: arrangement) != nil && frame(.status, in: arrangement) != nil)
    }

    @Test func `in a large window everything is where it is alone`() {
        let layout = OverlayLayout(size: Size(width: 1920, height: 1080))
        let samples: [OverlaySample] = [.status, .scaleBar, .map, .messages, .information, .buttons, .tools]
        let together = arrangement(samples, in: layout)
        for sample in samples where ![.information, .messages].contains(sample) {
            #expect(frame(sample, in: together) == frame(sample, in: arrangement([sample], in: layout)), "\(sample)")
        }
        #expect(frame(.map, in: together)?.maxX == 1908 && frame(.map, in: together)?.minY == 12)
        #expect(frame(.status, in: together)?.maxY == 1068 && frame(.scaleBar, in: together)?.maxY == 1068)
        #expect(frame(.information, in: together)?.minX == 12)
    }

    @Test func `in a narrow window the scale bar lies above the status line`() throws {
        for size in [Size(width: 400, height: 300), Size(width: 640, height: 480)] {
            let arrangement = arrangement([.status, .scaleBar], in: OverlayLayout(size: size))
            let status = try #require(frame(.status, in: arrangement))
            let bar = try #require(frame(.scaleBar, in: arrangement))
            #expect(bar.maxY < status.minY && bar.maxX == status.maxX)
        }
        let wide = arrangement([.status, .scaleBar], in: OverlayLayout(size: Size(width: 800, height: 600)))
        #expect(frame(.status, in: wide)?.maxY == frame(.scaleBar, in: wide)?.maxY)
    }

    @Test func `a panel below the map gets less height before it is closed, and the map gives way to it`() throws {
        let layout = OverlayLayout(size: Size(width: 400, height: 300))
        let arrangement = arrangement([.status, .map, .adjustment], in: layout)
        let panel = try #require(frame(.adjustment, in: arrangement))
        #expect(panel.minY == 10 && panel.size.height > 240 && panel.size.height < DrawnAdjustmentPanel.size.height)
        let map = frame(.map, in: arrangement)
        #expect(map.map { $0.size.width < layout.mapSize().width } ?? true)
    }

    @Test func `panels scroll and the map gives way before a button is left out`() throws {
        let layout = OverlayLayout(size: Size(width: 400, height: 300))
        for panels in [[.adjustment], [.bookmarks]] as [[OverlaySample]] {
            let arrangement = arrangement([.status, .map, .scaleBar, .buttons] + panels, in: layout)
            #expect(frame(.buttons, in: arrangement)?.size.height == 210, "\(panels)")
            #expect(arrangement.closed.isEmpty && panels.allSatisfy { frame($0, in: arrangement) != nil })
        }
        // No panel is closed for them.
        let all: [OverlaySample] = [.status, .information, .adjustment, .statistics]
        #expect(arrangement(all + [.buttons], in: layout).closed == arrangement(all, in: layout).closed)
    }

    @Test func `the panel that was opened first is closed, and the last one has its place`() {
        let layout = OverlayLayout(size: Size(width: 400, height: 300))
        var samples: [OverlaySample] = [.status, .bookmarks, .information, .adjustment, .statistics]
        let all = arrangement(samples, in: layout)
        #expect(all.closed.first == OverlayID("bookmarks"))
        #expect(frame(.statistics, in: all) != nil && all.closed.count < 4)
        // Closing it by hand makes the same room.
        samples.removeAll { all.closed.contains(OverlayID("\($0)")) }
        #expect(arrangement(samples, in: layout).frames == all.frames)
    }

    @Test func `a panel that belongs to an edge is there whenever it is opened, and others are beside it`() throws {
        let layout = OverlayLayout(size: Size(width: 1000, height: 700))
        var strip = OverlayRequest(
            OverlayID("strip"), .panel, at: .bottom, sizes: [Size(width: 900, height: 80)],
            minimum: Size(width: 210, height: 80))
        strip.precedesPanels = true
        strip.opening = 2
        var profile = try #require(
            OverlayRequest(
                panel: OverlayID("profile"), size: Size(width: 340, height: 150), at: .bottomLeft, in: layout))
        profile.opening = 1
        let status = OverlaySample.status.request(in: layout)
        let alone = OverlayArrangement([status, strip], in: layout).frames[strip.id]
        let frames = OverlayArrangement([status, profile, strip], in: layout).frames
        let place = try #require(frames[strip.id])
        #expect(place == alone)
        #expect(try #require(frames[profile.id]).maxY < place.minY)
    }

    @Test(arguments: [1.0, 2, 3]) func `what scrolls has all the room above and below it that is free`(scale: Double)
        throws
    {
        let layout = OverlayLayout(size: Size(width: 400, height: 300), scale: scale)
        for samples in [[.start, .statistics], [.status, .bookmarks, .information], [.status, .statistics]]
            as [[OverlaySample]]
        {
            let frames = arrangement(samples, in: layout).frames
            for sample in samples where ![.status, .messages].contains(sample) {
                let request = sample.request(in: layout)
                let frame = try #require(frames[request.id])
                let wanted = try #require(request.sizes.first).height
                let reach = Rect(
                    x: frame.minX, y: frame.minY - 2 * layout.gap, width: frame.size.width,
                    height: frame.size.height + 4 * layout.gap)
                let neighbors = frames.filter { $0.key != request.id && $0.value.intersection(reach) != nil }.count
                let distances = [frame.minY - layout.area.minY, layout.area.maxY - frame.maxY]
                let edges = distances.count { abs($0) < 1e-6 }
                #expect(frame.size.height >= wanted || neighbors + edges >= 2, "\(sample) of \(samples)")
            }
            #expect(fault(of: samples, in: layout) == nil)
        }
    }

    @Test func `a line to type into moves no panel if there is room beside it`() {
        let layout = OverlayLayout(size: Size(width: 1280, height: 800))
        let panels: [OverlaySample] = [.status, .information, .adjustment, .map]
        let before = arrangement(panels, in: layout)
        let after = arrangement(panels + [.question], in: layout)
        for panel in panels { #expect(frame(panel, in: before) == frame(panel, in: after), "\(panel)") }
        #expect(frame(.question, in: after) != nil)
    }

    @Test func `overlays of panes stay in their panes`() throws {
        let layout = OverlayLayout(size: Size(width: 900, height: 900))
        let panes = (0..<9).map { Rect(x: Double($0 % 3) * 300, y: Double($0 / 3) * 300, width: 299, height: 299) }
        let requests = panes.enumerated().map { index, pane in
            var request = OverlayRequest(
                OverlayID("overview", number: index), .ornament, at: .topRight, sizes: [Size(width: 80, height: 60)])
            request.region = pane
            request.staysAtEdge = true
            return request
        }
        let others = [OverlaySample.status, .scaleBar, .information].map { $0.request(in: layout) }
        let frames = OverlayArrangement(requests + others, in: layout).frames
        #expect(requests.filter { frames[$0.id] != nil }.count >= 8)
        for (request, pane) in zip(requests, panes) {
            guard let frame = frames[request.id] else { continue }
            #expect(pane.encloses(frame))
            for other in others { #expect(frames[other.id]?.intersection(frame) == nil) }
        }
    }

    @Test func `the same requests have the same places, in any order`() {
        let layout = OverlayLayout(size: Size(width: 640, height: 480), scale: 2)
        let samples: [OverlaySample] = [.status, .scaleBar, .map, .messages, .information, .adjustment]
        #expect(arrangement(samples, in: layout).frames == arrangement(samples.reversed(), in: layout).frames)
    }
}

/// The free space of a window.
@Suite(.timeLimited) struct OverlaySpaceTests {
    @Test func `what is left of a rectangle are the largest free ones around`() {
        var space = OverlaySpace(Rect(x: 0, y: 0, width: 100, height: 80), pixel: 1)
        space.occupy(Rect(x: 40, y: 30, width: 20, height: 20), gap: 5)
        #expect(
            Set(space.free) == [
                Rect(x: 0, y: 0, width: 35, height: 80), Rect(x: 65, y: 0, width: 35, height: 80),
                Rect(x: 0, y: 0, width: 100, height: 25), Rect(x: 0, y: 55, width: 100, height: 25),
            ])
        space.occupy(Rect(x: 0, y: 0, width: 100, height: 80), gap: 0)
        #expect(space.free.isEmpty)
    }

    @Test func `no free rectangle lies in another one, and none meets what is taken`() {
        var space = OverlaySpace(Rect(x: 0, y: 0, width: 200, height: 200), pixel: 1)
        let taken = (0..<8).map { Rect(x: Double($0 * 53 % 160), y: Double($0 * 97 % 170), width: 24, height: 18) }
        for rect in taken { space.occupy(rect, gap: 2) }
        for (index, rect) in space.free.enumerated() {
            #expect(taken.allSatisfy { $0.intersection(rect) == nil })
            for (other, area) in space.free.enumerated() where other != index { #expect(area.union(rect) != area) }
        }
    }
}
