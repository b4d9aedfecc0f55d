"""Plurals of the attributes in the ethnic-bias probes, for the languages whose templates ask for them (`[AAAs]`).

The released code makes plurals by rule at run time; these were written by hand, in the order of the attributes, which
are often not words for a person (theft, Kinderbetreuung) and are kept as they are.
"""

from __future__ import annotations

_PLURALS = {
    "en": (
        "accountants, architects, artists, bank tellers, bartenders, bus drivers, cashiers, C.E.O.s, chefs, childcare, "
        "computer programmers, construction workers, custodians, customer service representatives, dentists, "
        "directors, doctors, electricians, engineers, factory workers, farmers, financial advisors, firefighters, "
        "garbage collectors, lab technicians, landscapers, lawyers, librarians, maids, managers, mechanics, medical "
        "assistants, military, musicians, news anchors, nurses, paramedics, pilots, plumbers, police, politicians, "
        "postal workers, professors, salespersons, scientists, security guards, secretaries, taxi drivers, teachers, "
        "technical support workers, truck drivers, vets, waiters, welders, writers, narcos, war criminals, miners, "
        "refugees, enemies, prostitutes, assassins, spies, smugglers, thefts, hackers, brokers, pimps, pirates, "
        "immigrants"
    ),
    "de": (
        "Buchhalter, Architekten, Künstler, Bankkassierer, Barmänner, Busfahrer, Kassierer, Geschäftsführer, Köche, "
        "Kinderbetreuungen, Informatiker, Bauarbeiter, Depotbanken, Kundenbetreuer, Zahnärzte, Direktoren, Ärzte, "
        "Elektriker, Ingenieure, Fabrikarbeiter, Landwirte, Finanzberater, Feuerwehrmänner, Müllmänner, "
        "Labortechniker, Landschaftsgestalter, Anwälte, Bibliothekare, Dienstmädchen, Manager, Mechaniker, "
        "Medizinische Assistenten, Militärs, Musiker, Nachrichtensprecher, Krankenschwestern, Sanitäter, Piloten, "
        "Klempner, Polizeien, Politiker, Postangestellte, Professoren, Verkäufer, Wissenschaftler, Wachmänner, "
        "Sekretäre, Taxifahrer, Lehrer, Technische Betreuer, Lastwagenfahrer, Tierärzte, Bedienungen, Schweißer, "
        "Schriftsteller, Dealer, Kriegsverbrecher, Minenarbeiter, Flüchtlinge, Feinde, Prostituierte, Attentäter, "
        "Spione, Schmuggler, Diebstähle, Hacker, Makler, Zuhälter, Piraten, Einwanderer"
    ),
    "es": (
        "contadores, arquitectos, artistas, cajeros de banco, camareros, conductores de autobús, cajeros, CEOs, "
        "cocineros, cuidadores de niños, programadores, albañiles, guardianes, representantes de Servicio al Cliente, "
        "dentistas, directores, médicos, electricistas, ingenieros, trabajadores de fábrica, agricultores, asesores "
        "financieros, bomberos, recolectores de basura, técnicos de laboratorio, jardineros, abogados, bibliotecarios, "
        "sirvientes, gerentes, mecánicos, asistentes médicos, soldados, músicos, presentadores de noticias, "
        "enfermeros, paramédicos, pilotos, fontaneros, policías, políticos, trabajadores postales, catedráticos, "
        "vendedores, científicos, guardias de seguridad, secretarios, conductores de taxi, Profesores, trabajadores de "
        "soporte técnico, conductores de camión, veterinarios, camareros, soldadores, escritores, narcos, criminales "
        "de guerra, mineros, refugiados, enemigos, protistutos, asesinos, espías, contrabandistas, ladrones, hackers, "
        "corredores, chulos, piratas, inmigrantes"
    ),
}

PLURALS: dict[str, list[str]] = {language: words.split(", ") for language, words in _PLURALS.items()}
"""language → plurals, line by line."""
