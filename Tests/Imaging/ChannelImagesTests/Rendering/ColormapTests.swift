import ChannelImages
import TestLimits
import Testing

@Suite(.timeLimited) struct ColormapTests {
    @Test(
        arguments: [
            ("viridis", "440154", "2a768e", "fde725"), ("magma", "000004", "892881", "fcfdbf"),
            ("inferno", "000004", "902568", "fcffa4"), ("plasma", "0d0887", "ae2892", "f0f921"),
            ("cividis", "00224e", "656870", "fee838"), ("turbo", "30123b", "3ff68a", "7a0403"),
            ("coolwarm", "3b4cc0", "bed2f6", "b40426"), ("gray", "000000", "646464", "ffffff"),
            ("terrain", "1a664d", "c4c57b", "ffffff"),
        ])
    func `a standard scale has its published colors`(name: String, first: String, middle: String, last: String) throws {
        let colormap = try #require(Colormap.named(name))
        #expect(colormap.colors.count == 256)
        #expect(colormap.colors[0] == ChannelColor(hexadecimal: first))
        #expect(colormap.colors[100] == ChannelColor(hexadecimal: middle))
        #expect(colormap.colors[255] == ChannelColor(hexadecimal: last))
    }

    @Test func `scales are found by their names, in any letters`() {
        #expect(Colormap.standard.map(\.name).allSatisfy { Colormap.named($0.uppercased())?.name == $0 })
        #expect(Set(Colormap.standard.map(\.name)).count == Colormap.standard.count)
        #expect(Colormap.named("rainbow") == nil)
        #expect(Colormap.named("") == nil)
    }
}
