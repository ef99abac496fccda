import Concurrency
import Dispatch
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct TileSequencerTests {
    private struct Failure: Error {}

    /// The tiles that have been placed, in order.
    private final class Placed: Sendable {
        private let tiles = Locked<[(index: TileIndex, text: String)]>([])

        func add(_ index: TileIndex, _ bytes: TileBytes) throws {
            let text = String(decoding: try bytes.copy(), as: UTF8.self)
            tiles.withLock { $0.append((index, text)) }
        }

        var indices: [TileIndex] { tiles.withLock { $0.map(\.index) } }
        var texts: [String] { tiles.withLock { $0.map(\.text) } }
    }

    private let folder: TemporaryFolder
    private let pyramid = Pyramid(size: PixelSize(width: 40, height: 24), tileSize: 4)
    private let placed = Placed()

    init() throws { folder = try TemporaryFolder() }

    private var order: [TileIndex] { Array(TileOrder(of: pyramid)) }

    private func sequencer(memoryLimit: Int = 1 << 20) -> TileSequencer<Int> {
        TileSequencer(of: pyramid, spoolingBeside: folder.path("big"), memoryLimit: memoryLimit) {
            [placed] index, bytes, _ in try placed.add(index, bytes)
        }
    }

    private func add(_ index: TileIndex, to sequencer: TileSequencer<Int>) throws {
        try Array(contents(of: index).utf8).withUnsafeBytes { try sequencer.add(index, $0, 0) }
    }

    @Test func `tiles that come in order are placed at once and never held`() throws {
        let sequencer = sequencer()
        for (number, index) in order.enumerated() {
            try add(index, to: sequencer)
            #expect(placed.indices.count == number + 1)
        }
        #expect(placed.indices == order)
        #expect(sequencer.peakHeldBytes == 0 && sequencer.spooledBytes == 0)
    }

    @Test(arguments: [0, 100, 1 << 20]) func `tiles in any order are placed in order, within the memory`(
        limit: Int
    ) throws {
        var random = SeededRandom(seed: 5)
        for arrival in [order.reversed(), order.shuffled(using: &random)] {
            let placed = Placed()
            let sequencer = TileSequencer<Int>(
                of: pyramid, spoolingBeside: folder.path("big"), memoryLimit: limit
            ) { index, bytes, _ in try placed.add(index, bytes) }
            for index in arrival { try add(index, to: sequencer) }
            #expect(placed.indices == order)
            #expect(placed.texts == order.map { contents(of: $0) })
            #expect(sequencer.peakHeldBytes <= limit)
            #expect((sequencer.spooledBytes == 0) == (limit == 1 << 20))
        }
    }

    @Test func `a tile that waits can be read, from memory and from the spool`() throws {
        let sequencer = sequencer(memoryLimit: 20)
        for index in order.dropFirst() { try add(index, to: sequencer) }
        #expect(sequencer.spooledBytes > 0 && sequencer.peakHeldBytes > 0)
        for index in order.dropFirst() {
            #expect(try sequencer.read(index) == Array(contents(of: index).utf8))
        }
        #expect(try sequencer.read(order[0]) == nil)
        try add(order[0], to: sequencer)
        #expect(placed.indices == order)
        #expect(try order.allSatisfy { try sequencer.read($0) == nil })
    }

    @Test func `skipped tiles hold up nothing, before or after their turn`() throws {
        let sequencer = sequencer()
        try sequencer.skip(order[2])
        try sequencer.skip(order[0])
        try add(order[1], to: sequencer)
        try add(order[3], to: sequencer)
        #expect(placed.indices == [order[1], order[3]])
        try sequencer.skip(order[1])
        try add(order[5], to: sequencer)
        #expect(placed.indices.count == 2)
        try sequencer.skip(order[4])
        #expect(placed.indices == [order[1], order[3], order[5]])
    }

    @Test func `a flush places what waits for tiles that never come`() throws {
        let sequencer = sequencer(memoryLimit: 30)
        let present = order.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
        for index in present.reversed() { try add(index, to: sequencer) }
        #expect(placed.indices.isEmpty)
        try sequencer.flush()
        #expect(placed.indices == present)
        try sequencer.flush()
        try add(order[0], to: sequencer)
        #expect(placed.indices == present + [order[0]])
    }

    @Test func `a tile that is written twice is placed twice, or as it was last if it waits`() throws {
        let sequencer = sequencer()
        try Array("old".utf8).withUnsafeBytes { try sequencer.add(order[1], $0, 0) }
        try add(order[1], to: sequencer)
        try add(order[0], to: sequencer)
        try add(order[0], to: sequencer)
        #expect(placed.texts == [order[0], order[1], order[0]].map { contents(of: $0) })
        #expect(sequencer.peakHeldBytes == 3 + contents(of: order[1]).utf8.count)
    }

    @Test func `tiles of a file wait without a copy`() throws {
        let file = AppendOnlyFile(try OpenFile(unnamedBeside: folder.path("shard")))
        let tiles = try order.dropFirst().map { index in
            let bytes = Array(contents(of: index).utf8)
            let offset = try file.append(bytes)
            return (index, offset..<offset + bytes.count, 0)
        }
        let sequencer = sequencer()
        try sequencer.add(tiles, in: file)
        #expect(placed.indices.isEmpty && sequencer.peakHeldBytes == 0 && sequencer.spooledBytes == 0)
        try add(order[0], to: sequencer)
        #expect(placed.texts == order.map { contents(of: $0) })
    }

    @Test(arguments: 1...8) func `several threads place every tile once, in order`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let arrival = seed.isMultiple(of: 2) ? order : order.shuffled(using: &random)
        let sequencer = sequencer(memoryLimit: 64)
        let next = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            while true {
                let number = next.withLock { number in
                    number += 1
                    return number - 1
                }
                guard number < arrival.count else { return }
                do {
                    try add(arrival[number], to: sequencer)
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(placed.indices == order)
        #expect(sequencer.peakHeldBytes <= 64)
    }

    @Test func `after a tile that could not be placed, nothing is, and every call says so`() throws {
        let sequencer = TileSequencer<Int>(of: pyramid, spoolingBeside: folder.path("big")) {
            [placed, second = order[1]] index, bytes, _ in
            if index == second { throw Failure() }
            try placed.add(index, bytes)
        }
        try add(order[2], to: sequencer)
        try add(order[1], to: sequencer)
        #expect(throws: Failure.self) { try add(order[0], to: sequencer) }
        #expect(throws: Failure.self) { try add(order[5], to: sequencer) }
        #expect(throws: Failure.self) { try sequencer.skip(order[3]) }
        #expect(throws: Failure.self) { try sequencer.flush() }
        #expect(placed.indices == [order[0]])
    }
}
