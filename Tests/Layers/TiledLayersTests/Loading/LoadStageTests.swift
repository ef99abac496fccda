import TestLimits
import Testing
import TilePyramid

@testable import TiledLayers

@Suite(.timeLimited) struct LoadStageTests {
    private static let bytes = EncodedTile(bytes: [1], format: .png)
    private static let stages: [LoadStage] = [.queued, .waiting(until: 1), .reading, .read(bytes), .decoding]

    /// The effect of an event in each of the stages, in their order; nil where the event does not happen.
    struct Row: CustomTestStringConvertible {
        var event: LoadStage.Event
        var isRequested = true
        var effects: [LoadStage.Transition?]

        var testDescription: String { "\(event), \(isRequested ? "requested" : "no longer requested")" }
    }

    private static func to(_ stage: LoadStage) -> LoadStage.Transition { .stage(stage) }

    /// Every event, for a tile that is requested and for one that no longer is.
    static let table: [Row] =
        [true, false].flatMap { isRequested in
            [
                Row(event: .readBegan, effects: [to(.reading), nil, nil, nil, nil]),
                Row(event: .decodeBegan, effects: [to(.decoding), nil, nil, to(.decoding), nil]),
                Row(event: .pixelsArrived, effects: [nil, nil, nil, nil, .end]),
                Row(event: .wasAbsent, effects: [nil, nil, .end, nil, .end]),
                Row(
                    event: .failed(retryTime: 2),
                    effects: [nil, nil, to(.waiting(until: 2)), nil, to(.waiting(until: 2))]),
                Row(event: .failed(retryTime: nil), effects: [nil, nil, .end, nil, .end]),
                Row(
                    event: .retried, effects: [to(.queued), to(.queued), to(.reading), to(.read(bytes)), to(.decoding)]),
                Row(
                    event: .invalidated,
                    effects: [to(.queued), to(.queued), to(.reading), to(.queued), to(.decoding)]),
                Row(event: .withdrawn, effects: [.end, .end, to(.reading), .end, to(.decoding)]),
            ].map { Row(event: $0.event, isRequested: isRequested, effects: $0.effects) }
        } + [
            Row(event: .bytesArrived(bytes), effects: [nil, nil, to(.read(bytes)), nil, nil]),
            Row(event: .bytesArrived(bytes), isRequested: false, effects: [nil, nil, .end, nil, nil]),
            Row(event: .wasOutdated, effects: [nil, nil, to(.queued), nil, to(.queued)]),
            Row(event: .wasOutdated, isRequested: false, effects: [nil, nil, .end, nil, .end]),
        ]

    @Test(arguments: table)
    func `each event has its effect in each stage, and happens in no other`(row: Row) {
        #expect(
            Self.stages.map { $0.transition(on: row.event, isRequested: row.isRequested) } == row.effects)
    }

    @Test func `a stored tile is read and decoded, and a drawn one is only drawn`() {
        func stages(_ events: [LoadStage.Event]) -> [LoadStage] {
            events.reduce(into: [.queued]) { stages, event in
                guard case .stage(let next) = stages.last?.transition(on: event, isRequested: true) else { return }
                stages.append(next)
            }
        }
        #expect(
            stages([.readBegan, .bytesArrived(Self.bytes), .decodeBegan, .pixelsArrived])
                == [.queued, .reading, .read(Self.bytes), .decoding])
        #expect(stages([.decodeBegan, .pixelsArrived]) == [.queued, .decoding])
    }
}
