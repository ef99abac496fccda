/// The bands of a multispectral scene that are red, green and blue light.
enum SpectralBands {
    /// The indices of the red, the green and the blue band; nil if names and wavelengths do not say it.
    ///
    /// Names decide first: "Red", "Green" and "Blue"; then 4, 3 and 2 of the layout of Sentinel-2 and of Landsat 8 and 9
    /// ("B04", "B4", "SR_B4"). Then the bands decide whose wavelengths are nearest to 660, 560 and 485 nm, within 40. Bands
    /// without names and wavelengths are not guessed: files have them in any order.
    static func trueColor(_ channels: [ChannelDescription]) -> [Int]? {
        guard channels.count >= 3 else { return nil }
        let names = channels.map { Set(words($0.name ?? "")) }
        func bands(_ wanted: [Set<String>]) -> [Int]? {
            let found = wanted.compactMap { wanted in names.firstIndex { !$0.isDisjoint(with: wanted) } }
            return found.count == 3 && Set(found).count == 3 ? found : nil
        }
        return bands([["red"], ["green"], ["blue"]])
            ?? bands([["b04", "b4"], ["b03", "b3"], ["b02", "b2"]])
            ?? byWavelength(channels)
    }

    private static func byWavelength(_ channels: [ChannelDescription]) -> [Int]? {
        // The names of stains say that wavelengths are those of emitted light.
        guard !channels.contains(where: { $0.name.flatMap(StainColors.color(named:)) != nil }) else { return nil }
        let found = [660.0, 560, 485].compactMap { wanted -> Int? in
            let distances = channels.enumerated().compactMap { index, channel in
                channel.wavelength.map { (index: index, distance: abs($0 - wanted)) }
            }
            return distances.filter { $0.distance <= 40 }.min { $0.distance < $1.distance }?.index
        }
        return found.count == 3 && Set(found).count == 3 ? found : nil
    }

    /// The words of a name in small letters: "B4, central wavelength 665 nm" begins with "b4".
    ///
    /// The red edge is not red.
    private static func words(_ name: String) -> [String] {
        let words = name.prefix(100).lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
        return words.contains("edge") || words.contains("far") ? words.filter { $0 != "red" } : words
    }
}
