internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The commands of a list of items, from bottom to top, sorted into bands.
struct CommandList: Sendable {
    /// The commands.
    let commands: [DrawCommand]
    private let bands: BandIndex

    /// The number of commands above a shadow that are searched for one that hides part of the shadow.
    private static let hiderDistance = 4

    /// Creates the commands of the items that are at least partly in the area to draw.
    ///
    /// - Complexity: O(items · bands of each).
    init(_ items: [RenderItem], in area: PixelRect, resources: FrameResources) {
        var commands = items.compactMap { DrawCommand($0, in: area, resources: resources) }
        for index in commands.indices {
            guard case .shadow(let shadow) = commands[index].content else { continue }
            // Most of a shadow usually lies below what casts it, which follows it.
            let above = commands[(index + 1)...].prefix(Self.hiderDistance)
            let hidden = above.compactMap { $0.opaquePixels?.intersection(shadow.bounds) }
            if let largest = hidden.max(by: { $0.size.area < $1.size.area }), !largest.isEmpty {
                commands[index].content = .shadow(shadow.hidden(in: largest))
            }
        }
        self.commands = commands
        bands = BandIndex(count: commands.count) { commands[$0].bounds.rows }
    }

    /// Whether nothing is drawn.
    var isEmpty: Bool { commands.isEmpty }

    /// Returns the commands that may be in the band of a row, from bottom to top.
    func inBand(ofRow row: Int) -> some BidirectionalCollection<DrawCommand> {
        bands.numbers(inBandOfRow: row).lazy.map { [commands] in commands[Int($0)] }
    }

    /// Calls `body` for the visible commands in a part of a band, from bottom to top, each with the pixels it may change.
    ///
    /// - Parameters:
    ///   - area: the part of a band.
    ///   - isCovered: set to whether the first command covers the whole part; nothing below that command is drawn.
    ///   - body: draws a command.
    func forEachVisible(
        in area: PixelRect, isCovered: (Bool) -> Void, _ body: (DrawCommand.Content, PixelRect) -> Void
    ) {
        let numbers = bands.numbers(inBandOfRow: area.y)
        let first = numbers.lastIndex { commands[Int($0)].occludes(area) }
        isCovered(first != nil)
        for number in numbers[(first ?? numbers.startIndex)...] {
            let bounds = commands[Int(number)].bounds.intersection(area)
            if !bounds.isEmpty { body(commands[Int(number)].content, bounds) }
        }
    }
}
