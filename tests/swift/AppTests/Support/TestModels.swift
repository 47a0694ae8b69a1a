import EngineKit
import Synchronization
import Testing

@testable import Tandem

extension TestApp {
    /// A hub with two curated models, and a Mac of 16 GB.
    func offersModels(band: FitBand = .safe) {
        models.tell { script in
            script.machine = .some(MachineMemory(total: 16_000_000_000, forModels: 12_000_000_000))
            script.curated = { _ throws(EngineError) in
                [
                    CuratedModel(
                        title: "Small", repository: "org/small", companions: [], verified: true, available: true),
                    CuratedModel(
                        title: "Large", repository: "org/large", companions: ["org/drafts"], verified: true,
                        available: true),
                ]
            }
            script.show = { name, _ throws(EngineError) in
                var offer = ModelOffer(repository: name)
                let size: UInt64 = name == "org/small" ? 1_000_000_000 : 4_000_000_000
                (offer.bytes, offer.bytesToFetch, offer.diskFree) = (size, size, 100_000_000_000)
                (offer.memory, offer.band) = (MemoryNeed(weights: size, total: size), band)
                if name == "org/large" { offer.companions = [.init(name: "org/drafts", bytes: 200_000_000)] }
                return offer
            }
        }
    }

    /// Whatever asks the hub from now on fails the test.
    func forbidsHub(at place: SourceLocation = #_sourceLocation) {
        models.tell { script in
            script.curated = { _ throws(EngineError) in
                Issue.record("the hub was asked for curated models", sourceLocation: place)
                return []
            }
            script.show = { name, _ throws(EngineError) in
                Issue.record("the hub was asked for a model", sourceLocation: place)
                return ModelOffer(repository: name)
            }
            script.search = { _, _ throws(EngineError) in
                Issue.record("the hub was searched", sourceLocation: place)
                return []
            }
            script.pull = { request throws(EngineError) in
                Issue.record("something was downloaded", sourceLocation: place)
                return MockDownload(request)
            }
        }
    }

    /// Models on this Mac.
    func has(_ installed: InstalledModel...) {
        models.tell { script in
            script.list = { () throws(EngineError) in ModelListing(models: installed) }
            script.folders = { name throws(EngineError) in
                ModelFolders(target: installed.first { $0.name == name }?.folder ?? name)
            }
        }
    }
}
