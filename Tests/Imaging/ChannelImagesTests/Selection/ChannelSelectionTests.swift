import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ChannelImages

@Suite(.timeLimited) struct `A selection of channels` {
    /// 8×2 samples: DAPI from 0 to 150, FITC from 100 to 250, and one without a name.
    private let image: MemoryChannelImage = {
        let first = (0..<16).map { UInt16(10 * $0) }
        return MemoryChannelImage(
            width: 8, type: .uint16, channels: [first, first.map { $0 + 100 }, first],
            described: [ChannelDescription(name: "DAPI"), ChannelDescription(name: "FITC"), ChannelDescription()])
    }()

    private func selection(
        _ mode: ChannelSelection.Mode, _ ranges: [RangeRule] = [.percentiles(0, 100)]
    ) -> ChannelSelection {
        var selection = ChannelSelection()
        selection.mode = mode
        selection.ranges = ranges
        return selection
    }

    private func rendering(_ selection: ChannelSelection) throws -> ChannelRendering {
        try selection.rendering(of: image, file: "a.tif", threads: 1)
    }

    private func message(_ selection: ChannelSelection) -> String? {
        do {
            _ = try rendering(selection)
            return nil
        } catch let error as CodecError {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    private func layers(_ rendering: ChannelRendering) -> [ChannelRendering.Layer] {
        if case .composite(let layers) = rendering.mode { layers } else { [] }
    }

    private func references(_ names: String...) -> [ChannelReference] { names.map { ChannelReference($0) } }

    @Test func `Channels are found by name in any case, and by number`() throws {
        let channels = image.description.channels
        #expect(["DAPI", "dapi", "1"].allSatisfy { ChannelReference($0).index(in: channels) == 0 })
        #expect(ChannelReference("3").index(in: channels) == 2)
        #expect(["0", "4", "-1", "", "DAP"].allSatisfy { ChannelReference($0).index(in: channels) == nil })
        // A name comes first.
        #expect(ChannelReference("1").index(in: [ChannelDescription(name: "2"), ChannelDescription(name: "1")]) == 1)
    }

    @Test func `Lists have commas between channels`() {
        #expect(ChannelReference.list("4,3, NIR")?.map(\.text) == ["4", "3", "NIR"])
        #expect(["", "1,", ",1", "1,,2"].allSatisfy { ChannelReference.list($0) == nil })
    }

    @Test func `Three channels are red, green and blue, and one is gray`() throws {
        let three = layers(try rendering(selection(.colors(references("3", "fitc", "1")))))
        #expect(three.map(\.channel) == [2, 1, 0] && three.map(\.color) == [.red, .green, .blue])
        #expect(three.map(\.range) == [0...150, 100...250, 0...150])
        let one = layers(try rendering(selection(.colors(references("2")))))
        #expect(one.map(\.channel) == [1] && one.map(\.color) == [.white] && one.map(\.range) == [100...250])
    }

    @Test func `A composite has all channels or some, with a range and a gamma for each`() throws {
        var some = selection(.composite(references("FITC", "DAPI")), [.values(1, 2), .full])
        some.gamma = 0.5
        let found = layers(try rendering(some))
        #expect(found.map(\.channel) == [1, 0] && found.map(\.range) == [1...2, 0...65535])
        #expect(found.map(\.color) == [.green, .blue] && found.map(\.gamma) == [0.5, 0.5])
        #expect(layers(try rendering(selection(.composite(nil)))).map(\.channel) == [0, 1, 2])
    }

    @Test func `A scale of colors, light and elevations are of one channel`() throws {
        let color = try rendering(selection(.colormap(ChannelReference("FITC"), .viridis)))
        guard case .colormap(let layer, let colormap) = color.mode else {
            Issue.record("no scale of colors")
            return
        }
        #expect(layer.channel == 1 && layer.range == 100...250 && colormap == .viridis)
        let light = selection(.hillshade(ChannelReference("3"), Hillshade()), [.automatic])
        #expect(try rendering(light).mode == .hillshade(channel: 2, Hillshade()))
        let terrain = selection(.terrain(ChannelReference("1"), .terrarium), [.automatic])
        #expect(try rendering(terrain).mode == .terrain(channel: 0, .terrarium))
    }

    @Test func `What does not suit the image is named`() {
        let list = "it has the channels 1 DAPI, 2 FITC, 3"
        #expect(message(selection(.colors(references("NIR")))) == "there is no channel NIR; \(list).")
        #expect(
            message(selection(.terrain(nil, .mapbox)))
                == "a terrain encoding shows one channel, and \(list). Name the channel.")
        #expect(
            message(selection(.composite(nil), [.full, .full]))
                == "2 ranges are given for 3 channels. Give one for all, or one for each.")
        #expect(
            message(selection(.composite(nil), [.values(9, 1)]))
                == "the range of a channel goes from the lower to the higher value: 1.0,9.0.")
        var section = ChannelSelection()
        section.section = 2
        #expect(message(section) == "it has one optical section; there is no optical section 2.")
    }

    @Test func `Only what just channels have is explicit`() {
        var selection = ChannelSelection()
        #expect(!selection.isExplicit)
        for ranges in [[RangeRule.full], [.values(3, 1)], [.automatic]] {
            selection.ranges = ranges
            #expect(!selection.isExplicit)
        }
        for ranges in [[RangeRule.file], [.percentiles(2, 98)], [.full, .full]] {
            selection.ranges = ranges
            #expect(selection.isExplicit)
        }
        selection = ChannelSelection()
        selection.time = 1
        #expect(selection.isExplicit)
    }

    @Test func `Different renderings have different statements`() throws {
        let one = ChannelReference("1")
        let modes: [ChannelSelection.Mode] = [
            .colors([one]), .colors(references("2")), .composite(nil), .colormap(one, .viridis),
            .colormap(one, .magma), .hillshade(one, Hillshade()), .terrain(one, .mapbox),
        ]
        let statements = try modes.map { try rendering(selection($0)).statement }
        #expect(Set(statements).count == modes.count)
        #expect(try modes.map { try rendering(selection($0)).statement } == statements)
        #expect(statements[0] == "composite 0:0.0...150.0^1.0#FFFFFF section 0 time 0")
    }
}
